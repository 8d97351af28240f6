{{/* Names. A release is one product, so that its name begins all of them. */}}
{{- define "service.prefix" -}}
{{- if contains "doorbell" .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-doorbell" .Release.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}
{{- define "service.name" -}}{{ include "service.prefix" . }}-{{ .Chart.Name }}{{- end }}
{{- define "service.keysSecret" -}}{{ .Values.global.secrets.existing | default (printf "%s-keys" (include "service.prefix" .)) }}{{- end }}
{{- define "service.image" -}}
{{- $image := index . 0 }}{{ $name := index . 1 -}}
{{ $image.repository }}/{{ $name }}:{{ include "service.imageTag" . }}
{{- end }}
{{/* @param (list global.image name version) */}}
{{- define "service.imageTag" -}}
{{- $image := index . 0 -}}
{{ get ($image.tags | default dict) (index . 1) | default $image.tag | default (index . 2) }}
{{- end }}
{{- define "service.selector" -}}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: {{ .Chart.Name }}
{{- end }}
{{- define "service.labels" -}}{{ include "service.labelsOf" (list . .Chart.Name) }}{{- end }}
{{/* Labels of an object of a component, with the operator's. @param (list root component) */}}
{{- define "service.labelsOf" -}}
{{- $root := index . 0 -}}
{{- $labels := dict "app.kubernetes.io/instance" $root.Release.Name "app.kubernetes.io/component" (index . 1) "app.kubernetes.io/name" "digital-doorbell" -}}
{{- $_ := set $labels "app.kubernetes.io/version" ($root.Values.global.image.tag | default $root.Chart.AppVersion | default $root.Chart.Version) -}}
{{- $_ := set $labels "app.kubernetes.io/managed-by" $root.Release.Service -}}
{{- $_ := set $labels "helm.sh/chart" (printf "digital-doorbell-%s" $root.Chart.Version) -}}
{{ toYaml (merge $labels ($root.Values.global.commonLabels | default dict)) }}
{{- end }}
{{/* The metadata of an object. @param dict: root, name; namespace (the release's), component (the chart's), labels, annotations */}}
{{- define "service.metadata" -}}
name: {{ .name }}
namespace: {{ .namespace | default .root.Release.Namespace }}
labels: {{- toYaml (merge (include "service.labelsOf" (list .root (.component | default .root.Chart.Name)) | fromYaml) (.labels | default dict)) | nindent 2 }}
{{- with mergeOverwrite (dict) (.root.Values.global.commonAnnotations | default dict) (.annotations | default dict) }}
annotations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Addresses are whole names, because the sfu runs in a namespace of its own. */}}
{{- define "service.host" -}}{{ include "service.prefix" (index . 0) }}-{{ index . 1 }}.{{ (index . 0).Release.Namespace }}.svc{{- end }}

{{/* Changes with the keys that an operator gives, so that pods restart; generated ones never change. */}}
{{- define "service.keysChecksum" -}}
{{- $secret := lookup "v1" "Secret" .Release.Namespace (include "service.keysSecret" .) -}}
{{- $given := ternary (get $secret "data" | default dict | toJson) "" (ne .Values.global.secrets.existing "") -}}
{{- $keys := list -}}
{{- range $key, $ref := .Values.global.secrets.refs }}{{ $keys = append $keys (get ((lookup "v1" "Secret" $.Release.Namespace $ref.name).data | default dict) $ref.key) }}{{ end -}}
{{- with .Values.global }}{{ concat (list .mail.smtpUrl .billing.stripe.secretKey .billing.stripe.webhookSecret $given) $keys | join "\n" | sha256sum | trunc 16 }}{{ end -}}
{{- end }}

{{/* Where a key of the Secret is: the reference that the values name for it, else the one Secret. @param (list root key) */}}
{{- define "service.secretKey" -}}
{{- $root := index . 0 -}}
{{- $ref := get ($root.Values.global.secrets.refs | default dict) (index . 1) | default dict -}}
{secretKeyRef: {name: {{ $ref.name | default (include "service.keysSecret" $root) }}, key: {{ $ref.key | default (index . 1) }}}}
{{- end }}

{{/* The sfu's own namespace: hostNetwork needs Pod Security `privileged`. */}}
{{- define "sfu.namespace" -}}
{{- (.Values.sfu).namespace | default (.Values.namespace) | default (printf "%s-media" .Release.Namespace) }}
{{- end }}
