{{/* What no schema can say: values that do not fit each other, refused with a sentence that says what to do. */}}
{{- define "validate" -}}
{{- $g := .Values.global -}}
{{- $refs := $g.secrets.refs | default dict -}}
{{- if not $g.publicUrl }}{{ fail "global.publicUrl is missing: set it to the address that visitors open, for example --set global.publicUrl=https://bell.example.org" }}{{ end -}}
{{- if and (hasPrefix "http://" $g.publicUrl) (not (has "public-url" (splitList "," $g.allowInsecure))) }}{{ fail "global.publicUrl must begin with https://, because phones give camera and microphone to such pages alone; for a trial without TLS set global.allowInsecure=public-url" }}{{ end -}}
{{- if and .Values.ingress.enabled (regexMatch "^https?://([0-9.]+|\\[)(:|/|$)" $g.publicUrl) }}{{ fail "global.publicUrl has an IP address, and an Ingress needs a name: use one, or set ingress.enabled=false and bring traffic to the gateway's Service yourself" }}{{ end -}}
{{- if not $g.trustedProxies }}{{ fail "global.trustedProxies is missing: name the addresses (CIDR) of the ingress controller's pods, for example 10.244.0.0/16, or none; otherwise one attacker behind the proxy blocks everyone" }}{{ end -}}
{{- if not (or $g.secrets.existing (hasKey $refs "smtp-url") $g.mail.smtpUrl) }}{{ fail "global.mail.smtpUrl is missing: residents confirm their address and reset passwords by mail; set smtps://user:password@host:465, or keep it in the Secret that global.secrets.existing names" }}{{ end -}}
{{- if and $g.secrets.existing $g.mail.smtpUrl }}{{ fail "global.mail.smtpUrl has no effect beside global.secrets.existing: put it into that Secret as smtp-url" }}{{ end -}}
{{- if and (hasKey $refs "smtp-url") $g.mail.smtpUrl }}{{ fail "global.mail.smtpUrl has no effect beside global.secrets.refs.smtp-url: leave one of them out" }}{{ end -}}
{{- if and (not $g.push.contact) (hasPrefix "http://" $g.publicUrl) }}{{ fail "global.push.contact is missing: push services want an address of whoever pushes, and global.publicUrl has no https://; write one, such as mailto:you@example.org" }}{{ end -}}
{{- with $g.billing.stripe -}}
{{- if and $g.secrets.existing (or .secretKey .webhookSecret) }}{{ fail "global.billing.stripe.secretKey and global.billing.stripe.webhookSecret have no effect beside global.secrets.existing: put them into that Secret as stripe-secret-key and stripe-webhook-secret" }}{{ end -}}
{{- if and .secretKey (not (regexMatch "^[sr]k_(live|test)_[A-Za-z0-9_]+$" .secretKey)) }}{{ fail "global.billing.stripe.secretKey must begin with sk_live_ or rk_live_, or sk_test_ or rk_test_ for a trial; pk_… is the publishable key, which nothing here uses" }}{{ end -}}
{{- if .webhookSecret }}{{ range splitList "," .webhookSecret }}{{ if not (regexMatch "^whsec_[A-Za-z0-9+/=_-]+$" (trim .)) }}{{ fail "global.billing.stripe.webhookSecret must be the signing secret of the webhook endpoint, whsec_…; new,old while it is changed (with --set, \\, for the comma)" }}{{ end }}{{ end }}{{ end -}}
{{- if eq (include "service.billing" $) "stripe" -}}
{{- $keys := list "stripe-secret-key" "stripe-webhook-secret" -}}
{{- if not .priceId }}{{ fail "global.billing.provider=stripe needs global.billing.stripe.priceId: the id of the monthly price of Premium, price_…, from the product's page in Stripe's dashboard" }}{{ end -}}
{{- if not (or $g.secrets.existing (and (or .secretKey (hasKey $refs "stripe-secret-key")) (or .webhookSecret (hasKey $refs "stripe-webhook-secret")))) }}{{ fail "global.billing.provider=stripe needs global.billing.stripe.secretKey and global.billing.stripe.webhookSecret, or both in the Secret that global.secrets.existing names, as stripe-secret-key and stripe-webhook-secret" }}{{ end -}}
{{- if $g.secrets.existing -}}
{{- $data := (lookup "v1" "Secret" $.Release.Namespace $g.secrets.existing).data -}}
{{- range $key := include "keys.withoutRef" (list $ $keys) | fromYamlArray }}{{ if and $data (not (get $data $key)) }}{{ fail (printf "global.billing.provider=stripe needs %s in the Secret %s, which has none: charts/README.md says what it is" $key $g.secrets.existing) }}{{ end }}{{ end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- range $part := list "postgres" "redis" "nats" -}}
{{- $left := include "keys.withoutRef" (list $ (include "keys.ofServer" (list $ $part) | fromYamlArray)) | fromYamlArray -}}
{{- if and (not (index $g $part).bundled) (not $g.secrets.existing) $left }}{{ fail (printf "global.%s.bundled=false needs the address of your own server: put it into a Secret and name it in global.secrets.existing, or where each key is in global.secrets.refs (%s)" $part (join ", " $left)) }}{{ end -}}
{{- end -}}
{{- if and (eq (include "keys.made" .) "true") (not (lookup "v1" "Service" "default" "kubernetes")) }}{{ fail "no cluster answers here (helm template, --dry-run=client, GitOps), and keys generated now would differ each time: create a Secret with the keys that charts/README.md lists, and name it in global.secrets.existing, or where each key is in global.secrets.refs" }}{{ end -}}
{{- if eq $g.files.store "local" -}}
{{- range $service := list "auth" "doorbell" -}}
{{- $v := index $.Values $service -}}
{{- if and (gt (int (ternary $v.autoscaling.max $v.replicas $v.autoscaling.enabled)) 1) (ne $g.files.local.accessMode "ReadWriteMany") }}{{ fail (printf "%s has more than one copy, and they share its files: set global.files.store=s3, or global.files.local.accessMode=ReadWriteMany with a storage class that offers it" $service) }}{{ end -}}
{{- end -}}
{{- else -}}
{{- if not (and $g.files.s3.endpoint $g.files.s3.bucket) }}{{ fail "global.files.store=s3 needs global.files.s3.endpoint and global.files.s3.bucket" }}{{ end -}}
{{- if not (or $g.secrets.existing (and (hasKey $refs "s3-access-key") (hasKey $refs "s3-secret-key"))) }}{{ fail "global.files.store=s3 needs the bucket's keys: put s3-access-key and s3-secret-key into a Secret and name it in global.secrets.existing" }}{{ end -}}
{{- end -}}
{{- if and .Values.httpRoute.enabled (not .Values.httpRoute.parentRefs) }}{{ fail "httpRoute.parentRefs is empty: name the Gateway that the route belongs to, for example [{name: public, namespace: gateways}]" }}{{ end -}}
{{- if and .Values.httpRoute.enabled (not .Values.httpRoute.hostnames) (regexMatch "^https?://([0-9.]+|\\[)(:|/|$)" $g.publicUrl) }}{{ fail "global.publicUrl has an IP address, and an HTTPRoute needs a name: use one, or set httpRoute.enabled=false and bring traffic to the gateway's Service yourself" }}{{ end -}}
{{- if and $g.networkPolicy.enabled (or .Values.ingress.enabled .Values.httpRoute.enabled) (not (include "service.ingressNamespace" . | fromJson)) (not $g.networkPolicy.gatewayFrom) }}{{ fail "global.networkPolicy.ingressNamespace is missing: name the namespace in which the pods of the ingress controller or of the Gateway run, for example traefik, or their addresses in global.networkPolicy.gatewayFrom; otherwise no request reaches the product" }}{{ end -}}
{{- if and $g.networkPolicy.enabled (eq .Values.sfu.exposure "hostNetwork") (not .Values.sfu.nodeCidrs) }}{{ fail "sfu.nodeCidrs is missing: with exposure=hostNetwork the sfu connects from its node's address, which no network policy can name by labels; set the nodes' addresses (CIDR), or global.networkPolicy.enabled=false" }}{{ end -}}
{{- if and $g.turn.enabled (not $g.turn.urls) }}{{ fail "global.turn.urls is empty: name the TURN server as clients reach it, for example turn:turn.example.org:3478 and turns:turn.example.org:443?transport=tcp" }}{{ end -}}
{{- if .Values.sfu.autoscaling.enabled -}}
{{- if eq .Values.sfu.exposure "nodePort" }}{{ fail "sfu.autoscaling has no effect with exposure=nodePort: each copy has a Service with a port of its own, so set sfu.replicas" }}{{ end -}}
{{- if not .Values.sfu.autoscaling.podMetric }}{{ fail "sfu.autoscaling needs sfu.autoscaling.podMetric: CPU says little about free places for calls, so name a metric that an adapter such as prometheus-adapter serves, for example {name: doorbell_calls_live, average: 40}" }}{{ end -}}
{{- end -}}
{{- if and .Values.coturn.enabled (not $g.turn.enabled) }}{{ fail "coturn.enabled=true has no effect without global.turn.enabled=true: signaling would hand out no credentials for it" }}{{ end -}}
{{- if and .Values.coturn.enabled (not .Values.sfu.nodeCidrs) }}{{ fail "coturn needs sfu.nodeCidrs: the SFU's nodes are the only peers it relays to; without the list it would relay to your whole network" }}{{ end -}}
{{- end }}
