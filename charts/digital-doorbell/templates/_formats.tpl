{{/* What the schema could only refuse with a pattern: each value by itself, refused with a sentence that says what to write. */}}
{{- define "validate.formats" -}}
{{- $g := .Values.global -}}
{{- $v4 := "((25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})\\.){3}(25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})" -}}
{{- $bits4 := "/(3[0-2]|[12]?[0-9])" -}}
{{- $v6 := "[0-9a-fA-F:]*:[0-9a-fA-F:]*" -}}
{{- $bits6 := "/(12[0-8]|1[01][0-9]|[1-9]?[0-9])" -}}
{{- $cidr := printf "^%s%s$|^%s%s$" $v4 $bits4 $v6 $bits6 -}}
{{- if not (kindIs "string" $g.image.tag) }}{{ fail "global.image.tag is a number to Helm, and a tag is a text: write --set-string global.image.tag=…, or quotes around it in a values file" }}{{ end -}}
{{- if not (regexMatch "^https?://[^/\\s?#@]+/?$" $g.publicUrl) }}{{ fail (printf "global.publicUrl is %q: write the address alone, such as https://bell.example.org, without a path" $g.publicUrl) }}{{ end -}}
{{- if ne $g.trustedProxies "none" }}{{ include "validate.each" (list "global.trustedProxies" (splitList "," $g.trustedProxies) (printf "^%s(%s)?$|^%s(%s)?$" $v4 $bits4 $v6 $bits6) "write networks such as 10.244.0.0/16, separated by commas, or none") }}{{ end -}}
{{- if regexMatch "(^|,)\\s*([0-9.]+/[0-7]|[0-9a-fA-F:]+:[0-9a-fA-F:]*/([0-9]|[12][0-9]|3[01]))\\s*(,|$)" $g.trustedProxies }}{{ fail "global.trustedProxies has a network wider than /8 (IPv6: /32): everybody in it could choose the address that limits and blocks count; name the networks of your proxies" }}{{ end -}}
{{- include "validate.each" (list "global.networkPolicy.gatewayFrom" $g.networkPolicy.gatewayFrom $cidr "write networks such as 10.244.0.0/16") -}}
{{- include "validate.each" (list "global.networkPolicy.external" $g.networkPolicy.external $cidr "write networks such as 10.20.0.5/32; a network policy knows no names") -}}
{{- include "validate.each" (list "sfu.nodeCidrs" .Values.sfu.nodeCidrs $cidr "write the nodes' networks, such as 192.0.2.0/24, or one node as 192.0.2.7/32") -}}
{{- if $g.allowInsecure }}{{ include "validate.each" (list "global.allowInsecure" (splitList "," $g.allowInsecure) "^(public-url|smtp|s3)$" "it may name public-url, smtp and s3, separated by commas") }}{{ end -}}
{{- if and $g.mail.smtpUrl (not (regexMatch "^smtps?://[^\\s/]+$" $g.mail.smtpUrl)) }}{{ fail "global.mail.smtpUrl must be smtps://user:password@host:465, or smtp:// where the server offers STARTTLS; encode special characters of the password as in any URL" }}{{ end -}}
{{- if not (regexMatch "^([^<>@]*<[^<>@\\s]+@[^<>@\\s]+>|[^<>@\\s]+@[^<>@\\s]+)$" $g.mail.from) }}{{ fail (printf "global.mail.from is %q: write an address, such as Digital Doorbell <no-reply@example.org>" $g.mail.from) }}{{ end -}}
{{- if and $g.push.contact (not (regexMatch "^(mailto:[^@\\s]+@[^@\\s]+\\.[^@\\s]+|https://[^\\s/]+\\S*)$" $g.push.contact)) }}{{ fail (printf "global.push.contact is %q: write where push services reach you, such as mailto:you@example.org or https://example.org/contact" $g.push.contact) }}{{ end -}}
{{- include "validate.each" (list "global.push.hosts" $g.push.hosts "^([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*|\\[[0-9a-fA-F:.]+\\])(:[0-9]{1,5})?$" "write hosts such as push.example.org or push.example.org:8443, without https:// and path") -}}
{{- include "validate.each" (list "global.webhooks.privateHosts" $g.webhooks.privateHosts "^([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*|\\[[0-9a-fA-F:.]+\\]):[0-9]{1,5}$" "write hosts with their port, such as homeassistant.example.org:8123, without http:// and path") -}}
{{- if $g.push.proxy -}}
{{- if not (regexMatch "^http://[^/\\s?#@]+/?$" $g.push.proxy) }}{{ fail "global.push.proxy must be the proxy's address alone, such as http://proxy.example.org:3128: what it carries is encrypted, and a password would be in the manifest" }}{{ end -}}
{{- range $g.push.hosts }}{{ if regexMatch "^([0-9.]+|\\[.*\\])(:[0-9]+)?$" (trim .) }}{{ fail (printf "global.push.hosts has %q: with global.push.proxy names alone decide what is reached, so write a name" (trim .)) }}{{ end }}{{ end -}}
{{- end -}}
{{- with $g.billing.stripe.priceId -}}
{{- if not (regexMatch "^price_[A-Za-z0-9_]+$" .) }}{{ fail (printf "global.billing.stripe.priceId is %q: write the id of the price, price_…; a product's, prod_…, is another one" .) }}{{ end -}}
{{- end -}}
{{- if or (contains "://" $g.image.repository) (regexMatch "/$|:[^/]*$" $g.image.repository) }}{{ fail (printf "global.image.repository is %q: write the registry and the path before the images' names, such as registry.example.org/digital-doorbell, without https://, a tag or a slash at the end" $g.image.repository) }}{{ end -}}
{{- if eq $g.image.tag "latest" }}{{ fail "global.image.tag=latest names no version: migrations run once for each tag, and a rollback needs the old one; write a version" }}{{ end -}}
{{- if and $g.image.tag (not (regexMatch "^[A-Za-z0-9_][A-Za-z0-9._-]{0,62}$" $g.image.tag)) }}{{ fail (printf "global.image.tag is %q: write a tag of letters, digits, '.', '_' and '-', at most 63 characters, because it is a label of every pod too" $g.image.tag) }}{{ end -}}
{{- range $name, $tag := $g.image.tags -}}
{{- if or (eq $tag "latest") (not (regexMatch "^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$" $tag)) }}{{ fail (printf "global.image.tags.%s is %q: write a version of letters, digits, '.', '_' and '-', and not latest, which names none" $name $tag) }}{{ end -}}
{{- end -}}
{{- if eq $g.files.store "s3" -}}
{{- if not (regexMatch "^https?://[^/\\s]+" $g.files.s3.endpoint) }}{{ fail (printf "global.files.s3.endpoint is %q: write the store's address without the bucket, such as https://s3.eu-central-1.amazonaws.com" $g.files.s3.endpoint) }}{{ end -}}
{{- if and (hasPrefix "http://" $g.files.s3.endpoint) (not (has "s3" (splitList "," $g.allowInsecure))) }}{{ fail "global.files.s3.endpoint must begin with https://, because photos and keys travel there; for a trial add s3 to global.allowInsecure" }}{{ end -}}
{{- end -}}
{{- include "validate.each" (list "global.turn.urls" $g.turn.urls "^turns?:[^\\s/?#@]+(\\?transport=(udp|tcp))?$" "write turn: or turns: URLs, such as turns:turn.example.org:443?transport=tcp") -}}
{{- include "validate.portRange" (list "sfu.hostNetwork.portRange" .Values.sfu.hostNetwork.portRange) -}}
{{- include "validate.portRange" (list "coturn.relayPortRange" .Values.coturn.relayPortRange) -}}
{{- $media := splitList "-" .Values.sfu.hostNetwork.portRange -}}
{{- $relay := splitList "-" .Values.coturn.relayPortRange -}}
{{- if lt (add (sub (int (last $media)) (int (first $media))) 1) (int .Values.sfu.workers) }}{{ fail (printf "sfu.hostNetwork.portRange has fewer ports than a pod has media workers (%d): widen it, so that an old and a new pod fit in, or lower sfu.workers" (int .Values.sfu.workers)) }}{{ end -}}
{{- if and .Values.coturn.enabled (eq .Values.sfu.exposure "hostNetwork") (le (int (first $media)) (int (last $relay))) (le (int (first $relay)) (int (last $media))) }}{{ fail "coturn.relayPortRange and sfu.hostNetwork.portRange overlap: both are on the nodes' own network, so give each ports of its own" }}{{ end -}}
{{- $metricsPort := int .Values.sfu.hostNetwork.metricsPort -}}
{{- if and (eq .Values.sfu.exposure "hostNetwork") (or (and (le (int (first $media)) $metricsPort) (le $metricsPort (int (last $media)))) (and .Values.coturn.enabled (or (eq $metricsPort (int .Values.coturn.port)) (and (le (int (first $relay)) $metricsPort) (le $metricsPort (int (last $relay))))))) }}{{ fail (printf "sfu.hostNetwork.metricsPort=%d is a port of media or of coturn, all on the nodes' own network: choose one beside them, such as 40100" $metricsPort) }}{{ end -}}
{{- if and .Values.coturn.tlsSecret (eq (int .Values.coturn.port) 443) }}{{ fail "coturn.port=443 is the port of TURN over TLS, which coturn.tlsSecret turns on: choose another one, such as 3478" }}{{ end -}}
{{- if and (eq .Values.sfu.exposure "nodePort") (or (lt (int .Values.sfu.nodePort.first) 1024) (gt (add .Values.sfu.nodePort.first .Values.sfu.replicas -1) 65535)) }}{{ fail (printf "sfu.nodePort.first=%d leaves no room for %d copies: copy n takes this port plus n, and all belong to the cluster's range of node ports, 30000-32767 unless its operator changed it" (int .Values.sfu.nodePort.first) (int .Values.sfu.replicas)) }}{{ end -}}
{{- $all := list -}}
{{- range $service := list "gateway" "auth" "doorbell" "billing" "security" "notify" "signaling" "sfu" -}}
{{- $v := index $.Values $service -}}
{{- if and $v.autoscaling.enabled (gt (int $v.autoscaling.min) (int $v.autoscaling.max)) }}{{ fail (printf "%s.autoscaling.min is above its max: no number of copies fits" $service) }}{{ end -}}
{{- $set := include "validate.variables" (list $ $service) | fromYamlArray }}{{ $all = concat $all $set -}}
{{- range $key := keys $v.env }}{{ include "validate.variable" (list (printf "%s.env" $service) $key $set) }}{{ end -}}
{{- range $v.extraEnv -}}
{{- include "validate.variable" (list (printf "%s.extraEnv" $service) .name $set) -}}
{{- if hasKey $v.env .name }}{{ fail (printf "%s.env and %s.extraEnv both set %s: leave one of them out" $service $service .name) }}{{ end -}}
{{- end -}}
{{- end -}}
{{- range $g.extraEnv }}{{ include "validate.variable" (list "global.extraEnv" .name $all) }}{{ end -}}
{{- range .Values.tools.extraEnv }}{{ include "validate.variable" (list "tools.extraEnv" .name (list "NATS_URL" "DATABASE_URL" "DATABASE_ADMIN_URL" "GATEWAY_URL" "PUBLIC_URL" "NODE_EXTRA_CA_CERTS")) }}{{ end -}}
{{- $parts := dict "global.commonLabels" $g.commonLabels "global.podLabels" $g.podLabels "tools.podLabels" .Values.tools.podLabels "coturn.podLabels" .Values.coturn.podLabels -}}
{{- range $service := list "gateway" "auth" "doorbell" "billing" "security" "notify" "signaling" "sfu" }}{{ $_ := set $parts (printf "%s.podLabels" $service) (index $.Values $service).podLabels }}{{ end -}}
{{- range $path, $labels := $parts }}{{ range $key, $value := $labels }}{{ if regexMatch "^(helm\\.sh/chart|app\\.kubernetes\\.io/(instance|component|name|version|managed-by))$" $key }}{{ fail (printf "%s.%s is the chart's own, by which Services and network policies select pods: choose another name" $path $key) }}{{ end }}{{ end }}{{ end -}}
{{- range $path, $url := dict "global.legal.imprintUrl" $g.legal.imprintUrl "global.legal.privacyUrl" $g.legal.privacyUrl "global.legal.termsUrl" $g.legal.termsUrl "global.passwordBreachUrl" $g.passwordBreachUrl -}}
{{- if and $url (not (regexMatch "^https?://[^/\\s?#@]+(/\\S*)?$" $url)) }}{{ fail (printf "%s is %q: write a whole address, such as https://example.org/imprint" $path $url) }}{{ end -}}
{{- end -}}
{{- if and $g.legal.securityContact (not (regexMatch "^(mailto:|https://|tel:)\\S+$" $g.legal.securityContact)) }}{{ fail (printf "global.legal.securityContact is %q: write mailto:security@example.org, an https:// address or tel:+49…" $g.legal.securityContact) }}{{ end -}}
{{- if and $g.mail.support (not (regexMatch "^[^<>@\\s]+@[^<>@\\s]+$" $g.mail.support)) }}{{ fail (printf "global.mail.support is %q: write the address alone, such as help@example.org" $g.mail.support) }}{{ end -}}
{{- if and $g.geoipFile (not (hasPrefix "/" $g.geoipFile)) }}{{ fail (printf "global.geoipFile is %q: write the path at which auth and security have it, such as /geoip/GeoLite2-City.mmdb" $g.geoipFile) }}{{ end -}}
{{- end }}

{{/* The variables that the chart itself gives a service. @param (list root service) */}}
{{- define "validate.variables" -}}
{{- $root := index . 0 }}{{ $service := index . 1 -}}
{{- $set := list "NATS_URL" "NATS_PASSWORD" "REDIS_URL" "REDIS_PASSWORD" "DATABASE_URL" "POSTGRES_PASSWORD" "SMTP_URL" "LOG_LEVEL" "REACHED_AT" "STRIPE_SECRET_KEY" "STRIPE_WEBHOOK_SECRET" -}}
{{- $set = concat $set (list "FILES" "FILES_DIR" "S3_ENDPOINT" "S3_BUCKET" "S3_REGION" "S3_ACCESS_KEY" "S3_SECRET_KEY") -}}
{{- if $root.Values.global.caBundle.configMap }}{{ $set = append $set "NODE_EXTRA_CA_CERTS" }}{{ end -}}
{{- if eq $service "sfu" }}{{ $set = concat $set (list "NODE_NAME" "POD_NAME") }}{{ end -}}
{{- range $table := list "service.keys" "service.settings" }}{{ $set = concat $set (keys (index (include $table $root | fromYaml) $service | default dict)) }}{{ end -}}
{{ toYaml $set }}
{{- end }}

{{/* @param (list path name taken) */}}
{{- define "validate.variable" -}}
{{- if or (has (index . 1) (index . 2)) (and (hasPrefix "sfu." (index . 0)) (regexMatch "^(MEDIA|METRICS)_" (index . 1))) }}{{ fail (printf "%s.%s is set by the chart itself: use the value or the Secret's key that it comes from, by the table in charts/README.md" (index . 0) (index . 1)) }}{{ end -}}
{{- end }}

{{/* @param (list path values pattern advice) */}}
{{- define "validate.each" -}}
{{- $path := index . 0 }}{{ $pattern := index . 2 }}{{ $advice := index . 3 -}}
{{- range index . 1 }}{{ if not (regexMatch $pattern (trim .)) }}{{ fail (printf "%s has %q: %s" $path (trim .) $advice) }}{{ end }}{{ end -}}
{{- end }}

{{/* @param (list path value) */}}
{{- define "validate.portRange" -}}
{{- $path := index . 0 }}{{ $value := index . 1 }}{{ $ends := splitList "-" $value -}}
{{- if not (and (regexMatch "^[0-9]{1,5}-[0-9]{1,5}$" $value) (ge (int (first $ends)) 1024) (le (int (first $ends)) (int (last $ends))) (le (int (last $ends)) 65535)) }}{{ fail (printf "%s is %q: write two ports from 1024 to 65535, the lower one first, such as 40000-40099" $path $value) }}{{ end -}}
{{- end }}
