{{/* How a part is scraped. Its job is doorbell-<component>, as alerts and dashboards name it. @param (list root relabelings) */}}
{{- define "monitor.endpoint" -}}
{{- with (index . 0).Values.serviceMonitor -}}
path: /metrics
interval: {{ .interval }}
scrapeTimeout: {{ .scrapeTimeout }}
{{- $job := dict "sourceLabels" (list "__meta_kubernetes_pod_label_app_kubernetes_io_component") "targetLabel" "job" "replacement" "doorbell-$1" }}
relabelings: {{- toYaml (concat (list $job) (index $ 1) .relabelings) | nindent 2 }}
{{- with .metricRelabelings }}
metricRelabelings: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- end }}
