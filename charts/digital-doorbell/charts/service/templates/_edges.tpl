{{/*
Who opens a connection to whom, the one table: environment variables and network policies are made from it, and a unit test compares it
with the configurations and clients in the code. `bytes` is a service's HTTP, to which the gateway carries photos and exports.
*/}}
{{- define "service.edges" -}}
gateway: [nats, redis, auth, doorbell]
auth: [nats, postgres, smtp, s3]
doorbell: [nats, postgres, s3]
billing: [nats, postgres, stripe]
security: [nats, postgres, redis]
notify: [nats, postgres, push]
signaling: [nats, redis]
sfu: [nats, redis, doorbell]
migrate: [postgres]
operator: [nats]
{{- end }}

{{/* The keys that a service's configuration requires beside its connections: of the generated or given Secret. */}}
{{- define "service.keys" -}}
gateway:
  VISITOR_TOKEN_KEY: visitor-token-key
  AUTH_INTERNAL_KEY: internal-key-auth
  DOORBELL_INTERNAL_KEY: internal-key-doorbell
{{- if eq (include "service.billing" .) "stripe" }}
  STRIPE_WEBHOOK_SECRET: stripe-webhook-secret
billing: {STRIPE_SECRET_KEY: stripe-secret-key}
{{- end }}
auth: {INTERNAL_KEY: internal-key-auth, ATTEMPT_KEY: attempt-key, FACTOR_KEY: factor-key}
doorbell: {VISITOR_TOKEN_KEY: visitor-token-key, INTERNAL_KEY: internal-key-doorbell}
notify: {PUSH_KEYS: push-keys}
{{- if .Values.global.turn.enabled }}
signaling: {TURN_SECRET: turn-secret}
{{- end }}
{{- end }}

{{/* An off without quotes is false in a values file. */}}
{{- define "service.billing" -}}{{ .Values.global.billing.provider | default "off" }}{{- end }}

{{/* The contact that push services see: the product's own address, unless the operator names another. */}}
{{- define "service.pushContact" -}}{{ .Values.global.push.contact | default (trimSuffix "/" .Values.global.publicUrl) }}{{- end }}

{{/* 443, and the ports that the operator names with hosts. */}}
{{- define "service.pushPorts" -}}
{{- $ports := list "443" }}
{{- range .Values.global.push.hosts }}{{ $ports = append $ports (regexFind ":[0-9]+$" (trim .) | trimPrefix ":" | default "443") }}{{ end }}
{{- toYaml (uniq $ports) }}
{{- end }}

{{/* Plain settings of every service, from the global values. */}}
{{- define "service.settings" -}}
{{- $g := .Values.global -}}
{{- $billing := include "service.billing" . -}}
gateway:
  PUBLIC_URL: {{ $g.publicUrl | quote }}
  TRUSTED_PROXIES: {{ $g.trustedProxies | quote }}
  ALLOW_INSECURE: {{ $g.allowInsecure | quote }}
  BILLING: {{ $billing | quote }}
auth: {PUBLIC_URL: {{ $g.publicUrl | quote }}, MAIL: smtp, MAIL_FROM: {{ $g.mail.from | quote }}, ALLOW_INSECURE: {{ $g.allowInsecure | quote }}}
doorbell: {PUBLIC_URL: {{ $g.publicUrl | quote }}, ALLOW_INSECURE: {{ $g.allowInsecure | quote }}}
billing:
  PUBLIC_URL: {{ $g.publicUrl | quote }}
  BILLING: {{ $billing | quote }}
  STRIPE_PRICE_ID: {{ ternary $g.billing.stripe.priceId "" (eq $billing "stripe") | quote }}
security: {TRUSTED_PROXIES: {{ $g.trustedProxies | quote }}}
notify:
  PUBLIC_URL: {{ $g.publicUrl | quote }}
  PUSH_CONTACT: {{ include "service.pushContact" . | quote }}
  PUSH_HOSTS: {{ join "," $g.push.hosts | quote }}
  PUSH_PROXY: {{ $g.push.proxy | quote }}
signaling: {TURN_URLS: {{ ternary (join "," $g.turn.urls) "" $g.turn.enabled | quote }}}
{{- end }}
