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
{{- define "service.labels" -}}
{{ include "service.labelsOf" (list . .Chart.Name) }}
{{- end }}
{{/* @param (list context component) */}}
{{- define "service.labelsOf" -}}
{{- with index . 0 -}}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: {{ index $ 1 }}
app.kubernetes.io/name: digital-doorbell
app.kubernetes.io/version: {{ .Values.global.image.tag | default .Chart.AppVersion | default .Chart.Version | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: digital-doorbell-{{ .Chart.Version }}
{{- end }}
{{- end }}

{{/* Addresses are whole names, because the sfu runs in a namespace of its own. */}}
{{- define "service.host" -}}{{ include "service.prefix" (index . 0) }}-{{ index . 1 }}.{{ (index . 0).Release.Namespace }}.svc{{- end }}

{{/* Pod Security `restricted`. */}}
{{- define "service.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile: {type: RuntimeDefault}
{{- end }}
{{- define "service.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end }}

{{/* Changes with the keys that an operator gives, so that pods restart; generated ones never change. */}}
{{- define "service.keysChecksum" -}}
{{- $secret := lookup "v1" "Secret" .Release.Namespace (include "service.keysSecret" .) -}}
{{- $given := ternary (get $secret "data" | default dict | toJson) "" (ne .Values.global.secrets.existing "") -}}
{{- with .Values.global }}{{ list .mail.smtpUrl .billing.stripe.secretKey .billing.stripe.webhookSecret $given | join "\n" | sha256sum | trunc 16 }}{{ end -}}
{{- end }}

{{/* The sfu's own namespace: hostNetwork needs Pod Security `privileged`. */}}
{{- define "sfu.namespace" -}}
{{- (.Values.sfu).namespace | default (.Values.namespace) | default (printf "%s-media" .Release.Namespace) }}
{{- end }}
