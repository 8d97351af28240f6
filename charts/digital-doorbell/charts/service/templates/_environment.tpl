{{/* The environment of a service: its connections by the table of edges, its keys, its settings, and what its values add. */}}
{{- define "service.environment" -}}
{{- $name := .Chart.Name -}}
{{- $g := .Values.global -}}
{{- $edges := index (include "service.edges" . | fromYaml) $name -}}
- {name: LOG_LEVEL, value: {{ $g.logLevel }}}
- name: REACHED_AT
  valueFrom: {fieldRef: {fieldPath: status.podIP}}
{{- if has "nats" $edges }}
{{ include "service.natsUrl" (list . $name) }}
{{- end }}
{{- if has "redis" $edges }}
{{ include "service.redisUrl" (list . $name) }}
{{- end }}
{{- if has "postgres" $edges }}
{{ include "service.databaseUrl" (list . $name) }}
{{- end }}
{{- range $key, $entry := index (include "service.keys" . | fromYaml) $name }}
- name: {{ $key }}
  valueFrom: {{ include "service.secretKey" (list $ $entry) }}
{{- end }}
{{- range $key, $value := index (include "service.settings" . | fromYaml) $name }}
{{- if ne $value "" }}
- {name: {{ $key }}, value: {{ $value | quote }}}
{{- end }}
{{- end }}
{{- if has "smtp" $edges }}
- name: SMTP_URL
  valueFrom: {{ include "service.secretKey" (list . "smtp-url") }}
{{- end }}
{{- if has "s3" $edges }}
{{ include "service.files" . }}
{{- end }}
{{- range $key, $value := .Values.env }}
- {name: {{ $key }}, value: {{ $value | quote }}}
{{- end }}
{{- with include "pod.extraEnv" (list . .Values) }}
{{ . }}
{{- end }}
{{- end }}

{{/* A server with the credentials of one user. @param (list context user) */}}
{{- define "service.natsUrl" -}}
{{- $root := index . 0 -}}
{{- $user := index . 1 -}}
{{- if $root.Values.global.nats.bundled -}}
- name: NATS_PASSWORD
  valueFrom: {{ include "service.secretKey" (list $root (printf "nats-password-%s" $user)) }}
- {name: NATS_URL, value: "nats://{{ $user }}:$(NATS_PASSWORD)@{{ include "service.host" (list $root "nats") }}:4222"}
{{- else -}}
- name: NATS_URL
  valueFrom: {{ include "service.secretKey" (list $root (printf "nats-url-%s" $user)) }}
{{- end }}
{{- end }}

{{- define "service.redisUrl" -}}
{{- $root := index . 0 -}}
{{- $user := index . 1 -}}
{{- if $root.Values.global.redis.bundled -}}
- name: REDIS_PASSWORD
  valueFrom: {{ include "service.secretKey" (list $root (printf "redis-password-%s" $user)) }}
- {name: REDIS_URL, value: "redis://{{ $user }}:$(REDIS_PASSWORD)@{{ include "service.host" (list $root "redis") }}:6379"}
{{- else -}}
- name: REDIS_URL
  valueFrom: {{ include "service.secretKey" (list $root (printf "redis-url-%s" $user)) }}
{{- end }}
{{- end }}

{{/* A service's own database, as the role that owns it. @param (list context service) */}}
{{- define "service.databaseUrl" -}}
{{- $root := index . 0 -}}
{{- $service := index . 1 -}}
{{- if $root.Values.global.postgres.bundled -}}
- name: POSTGRES_PASSWORD
  valueFrom: {{ include "service.secretKey" (list $root (printf "postgres-password-%s" $service)) }}
- {name: DATABASE_URL, value: "postgres://doorbell_{{ $service }}:$(POSTGRES_PASSWORD)@{{ include "service.host" (list $root "postgres") }}:5432/doorbell_{{ $service }}"}
{{- else -}}
- name: DATABASE_URL
  valueFrom: {{ include "service.secretKey" (list $root (printf "database-url-%s" $service)) }}
{{- end }}
{{- end }}

{{/* The superuser of the bundled PostgreSQL, for the Job that creates roles and databases. */}}
{{- define "service.databaseAdminUrl" -}}
{{- if .Values.global.postgres.bundled -}}
- name: POSTGRES_ADMIN_PASSWORD
  valueFrom: {{ include "service.secretKey" (list . "postgres-password") }}
- {name: DATABASE_ADMIN_URL, value: "postgres://doorbell:$(POSTGRES_ADMIN_PASSWORD)@{{ include "service.host" (list . "postgres") }}:5432/postgres"}
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
  valueFrom: {{ include "service.secretKey" (list $ $entry) }}
{{- end }}
{{- end }}
{{- end }}
