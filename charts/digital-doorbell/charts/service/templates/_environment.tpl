{{/* The environment of a service: its connections by the table of edges, its keys, its settings, and what its values add. */}}
{{- define "service.environment" -}}
{{- $name := .Chart.Name -}}
{{- $g := .Values.global -}}
{{- $edges := index (include "service.edges" . | fromYaml) $name -}}
{{- $secret := include "service.keysSecret" . -}}
- {name: LOG_LEVEL, value: {{ $g.logLevel }}}
- name: REACHED_AT
  valueFrom: {fieldRef: {fieldPath: status.podIP}}
{{- if has "nats" $edges }}
{{ include "service.natsUrl" . }}
{{- end }}
{{- if has "redis" $edges }}
{{ include "service.redisUrl" . }}
{{- end }}
{{- if has "postgres" $edges }}
{{ include "service.databaseUrl" (list . $name) }}
{{- end }}
{{- range $key, $entry := index (include "service.keys" . | fromYaml) $name }}
- name: {{ $key }}
  valueFrom: {secretKeyRef: {name: {{ $secret }}, key: {{ $entry }}}}
{{- end }}
{{- range $key, $value := index (include "service.settings" . | fromYaml) $name }}
{{- if ne $value "" }}
- {name: {{ $key }}, value: {{ $value | quote }}}
{{- end }}
{{- end }}
{{- if has "smtp" $edges }}
- name: SMTP_URL
  valueFrom: {secretKeyRef: {name: {{ $secret }}, key: smtp-url}}
{{- end }}
{{- if has "s3" $edges }}
{{ include "service.files" . }}
{{- end }}
{{- range $key, $value := .Values.env }}
- {name: {{ $key }}, value: {{ $value | quote }}}
{{- end }}
{{- end }}

{{- define "service.natsUrl" -}}
{{- $g := .Values.global -}}
{{- if $g.nats.bundled -}}
- name: NATS_PASSWORD
  valueFrom: {secretKeyRef: {name: {{ include "service.keysSecret" . }}, key: nats-password}}
- {name: NATS_URL, value: "nats://doorbell:$(NATS_PASSWORD)@{{ include "service.host" (list . "nats") }}:4222"}
{{- else -}}
- name: NATS_URL
  valueFrom: {secretKeyRef: {name: {{ include "service.keysSecret" . }}, key: nats-url}}
{{- end }}
{{- end }}

{{- define "service.redisUrl" -}}
{{- $g := .Values.global -}}
{{- if $g.redis.bundled -}}
- name: REDIS_PASSWORD
  valueFrom: {secretKeyRef: {name: {{ include "service.keysSecret" . }}, key: redis-password}}
- {name: REDIS_URL, value: "redis://:$(REDIS_PASSWORD)@{{ include "service.host" (list . "redis") }}:6379"}
{{- else -}}
- name: REDIS_URL
  valueFrom: {secretKeyRef: {name: {{ include "service.keysSecret" . }}, key: redis-url}}
{{- end }}
{{- end }}

{{/* A service's own database. @param (list context service) */}}
{{- define "service.databaseUrl" -}}
{{- $root := index . 0 -}}
{{- $service := index . 1 -}}
{{- if $root.Values.global.postgres.bundled -}}
- name: POSTGRES_PASSWORD
  valueFrom: {secretKeyRef: {name: {{ include "service.keysSecret" $root }}, key: postgres-password}}
- {name: DATABASE_URL, value: "postgres://doorbell:$(POSTGRES_PASSWORD)@{{ include "service.host" (list $root "postgres") }}:5432/doorbell_{{ $service }}"}
{{- else -}}
- name: DATABASE_URL
  valueFrom: {secretKeyRef: {name: {{ include "service.keysSecret" $root }}, key: database-url-{{ $service }}}}
{{- end }}
{{- end }}

{{- define "service.files" -}}
{{- $files := .Values.global.files -}}
- {name: FILES, value: {{ $files.store }}}
{{- if eq $files.store "local" }}
- {name: FILES_DIR, value: /files}
{{- else }}
- {name: S3_ENDPOINT, value: {{ $files.s3.endpoint | quote }}}
- {name: S3_BUCKET, value: {{ $files.s3.bucket | quote }}}
- {name: S3_REGION, value: {{ $files.s3.region | quote }}}
{{- range $key, $entry := dict "S3_ACCESS_KEY" "s3-access-key" "S3_SECRET_KEY" "s3-secret-key" }}
- name: {{ $key }}
  valueFrom: {secretKeyRef: {name: {{ include "service.keysSecret" $ }}, key: {{ $entry }}}}
{{- end }}
{{- end }}
{{- end }}
