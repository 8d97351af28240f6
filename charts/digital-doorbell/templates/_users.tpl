{{/* The users of the bundled servers: [{user, rules}] and [name]. */}}
{{- define "service.redisUsers" -}}{{ .Files.Get "files/redis-users.yaml" }}{{- end }}
{{- define "service.natsUsers" -}}{{ .Files.Get "files/nats-users.yaml" }}{{- end }}
