{{/* The keys of the Secret that something reads with these values (charts/README.md lists them). */}}
{{- define "keys.needed" -}}
{{- $g := .Values.global }}{{ $needed := list "smtp-url" -}}
{{- range $service, $entries := include "service.keys" . | fromYaml }}{{ range $entries }}{{ $needed = append $needed . }}{{ end }}{{ end -}}
{{- range $part := list "nats" "redis" "postgres" }}{{ $needed = concat $needed (include "keys.ofServer" (list $ $part) | fromYamlArray) }}{{ end -}}
{{- if eq $g.files.store "s3" }}{{ $needed = append $needed "s3-access-key" }}{{ $needed = append $needed "s3-secret-key" }}{{ end -}}
{{ toYaml (uniq $needed) }}
{{- end }}

{{/* @param (list root server): nats, redis or postgres */}}
{{- define "keys.ofServer" -}}
{{- $root := index . 0 }}{{ $server := index . 1 }}{{ $keys := list -}}
{{- $bundled := (index $root.Values.global $server).bundled -}}
{{- if eq $server "postgres" -}}
{{- if $bundled }}{{ $keys = append $keys "postgres-password" }}{{ end -}}
{{- range list "auth" "doorbell" "billing" "security" "notify" }}{{ $keys = append $keys (printf "%s-%s" (ternary "postgres-password" "database-url" $bundled) .) }}{{ end -}}
{{- else if eq $server "redis" -}}
{{- range include "service.redisUsers" $root | fromYamlArray }}{{ $keys = append $keys (printf "redis-%s-%s" (ternary "password" "url" $bundled) .user) }}{{ end -}}
{{- else -}}
{{- range include "service.natsUsers" $root | fromYamlArray }}{{ $keys = append $keys (printf "nats-%s-%s" (ternary "password" "url" $bundled) .) }}{{ end -}}
{{- end -}}
{{ toYaml $keys }}
{{- end }}

{{/* Those of a list that no reference names. @param (list root keys) */}}
{{- define "keys.withoutRef" -}}
{{- $refs := (index . 0).Values.global.secrets.refs | default dict }}{{ $left := list -}}
{{- range index . 1 }}{{ if not (hasKey $refs .) }}{{ $left = append $left . }}{{ end }}{{ end -}}
{{ toYaml $left }}
{{- end }}

{{/* Whether the chart makes a Secret: no other one is named, and a key has no reference. */}}
{{- define "keys.made" -}}
{{- $left := include "keys.withoutRef" (list . (include "keys.needed" . | fromYamlArray)) | fromYamlArray -}}
{{ and (eq .Values.global.secrets.existing "") (gt (len $left) 0) }}
{{- end }}
