{{/*
Who opens a connection to whom, the one table: environment variables and network policies are made from it, and a unit test compares it
with the configurations and clients in the code. `bytes` is a service's HTTP, to which the gateway carries photos and exports.
*/}}
{{- define "service.edges" -}}
gateway: [nats, redis, auth, doorbell]
auth: [nats, postgres, smtp, s3, breach]
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

{{/* The ports of the receivers that the operator names. */}}
{{- define "service.webhookPorts" -}}
{{- $ports := list }}
{{- range .Values.global.webhooks.privateHosts }}{{ $ports = append $ports (regexFind ":[0-9]+$" (trim .) | trimPrefix ":") }}{{ end }}
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
  LEGAL_SECURITY_CONTACT: {{ $g.legal.securityContact | quote }}
  LEGAL_IMPRINT_URL: {{ $g.legal.imprintUrl | quote }}
  LEGAL_PRIVACY_URL: {{ $g.legal.privacyUrl | quote }}
  LEGAL_TERMS_URL: {{ $g.legal.termsUrl | quote }}
auth:
  PUBLIC_URL: {{ $g.publicUrl | quote }}
  MAIL: smtp
  MAIL_FROM: {{ $g.mail.from | quote }}
  SUPPORT_EMAIL: {{ $g.mail.support | quote }}
  LEGAL_IMPRINT_URL: {{ $g.legal.imprintUrl | quote }}
  LEGAL_PRIVACY_URL: {{ $g.legal.privacyUrl | quote }}
  ALLOW_INSECURE: {{ $g.allowInsecure | quote }}
  REGISTRATION: {{ $g.registration | quote }}
  PASSWORD_BREACH_URL: {{ $g.passwordBreachUrl | quote }}
  GEOIP_FILE: {{ $g.geoipFile | quote }}
doorbell: {PUBLIC_URL: {{ $g.publicUrl | quote }}, ALLOW_INSECURE: {{ $g.allowInsecure | quote }}}
billing:
  PUBLIC_URL: {{ $g.publicUrl | quote }}
  BILLING: {{ $billing | quote }}
  STRIPE_PRICE_ID: {{ ternary $g.billing.stripe.priceId "" (eq $billing "stripe") | quote }}
security: {TRUSTED_PROXIES: {{ $g.trustedProxies | quote }}, GEOIP_FILE: {{ $g.geoipFile | quote }}}
notify:
  PUBLIC_URL: {{ $g.publicUrl | quote }}
  PUSH_CONTACT: {{ include "service.pushContact" . | quote }}
  PUSH_HOSTS: {{ join "," $g.push.hosts | quote }}
  PUSH_PROXY: {{ $g.push.proxy | quote }}
  OUTBOUND_PRIVATE_HOSTS: {{ join "," $g.webhooks.privateHosts | quote }}
signaling: {TURN_URLS: {{ ternary (join "," $g.turn.urls) "" $g.turn.enabled | quote }}}
{{- end }}

{{/* Labels of the namespace that requests come from, as JSON; none where no namespace is named. */}}
{{- define "service.ingressNamespace" -}}
{{- $named := .Values.global.networkPolicy.ingressNamespace -}}
{{- if and (not $named) (eq .Values.ingress.controller "nginx") }}{{ $named = "ingress-nginx" }}{{ end -}}
{{- if kindIs "map" $named }}{{ toJson $named }}{{ else if $named }}{{ toJson (dict "kubernetes.io/metadata.name" $named) }}{{ else }}{}{{ end -}}
{{- end }}
