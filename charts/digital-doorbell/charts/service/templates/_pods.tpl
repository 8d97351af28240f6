{{/*
What the pods of all components have in common, and what an operator adds to them. `own` is the component's part of the values; what it
does not have comes from the global values.
*/}}

{{/* The metadata of a pod template. The chart's own labels win: selectors depend on them. @param dict: root, own, labels, annotations */}}
{{- define "pod.metadata" -}}
{{- $g := .root.Values.global }}{{ $own := .own | default dict -}}
labels: {{- toYaml (mergeOverwrite (dict) ($g.commonLabels | default dict) ($g.podLabels | default dict) ($own.podLabels | default dict) .labels) | nindent 2 }}
{{- with mergeOverwrite (dict) ($g.podAnnotations | default dict) ($own.podAnnotations | default dict) (.annotations | default dict) }}
annotations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* @param (list root own user): the user of an image that is not ours, else 0 */}}
{{- define "pod.spec" -}}
{{- $root := index . 0 }}{{ $own := index . 1 | default dict }}{{ $g := $root.Values.global -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with $g.image.pullSecrets }}
imagePullSecrets: {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext: {{- include "pod.security" (list $root (index . 2)) | nindent 2 }}
{{- with $own.nodeSelector | default $g.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $own.tolerations | default $g.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $own.affinity | default $g.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $own.priorityClassName | default $g.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end }}

{{/*
Pod Security `restricted`. A null in the values leaves the choice to the platform, also for images that are not ours; the user is no default
of the values, because Helm gives a subchart the default of a global value that is null. @param (list root user)
*/}}
{{- define "pod.security" -}}
{{- $foreign := index . 1 -}}
{{- $context := dict "runAsNonRoot" true "seccompProfile" (dict "type" "RuntimeDefault") -}}
{{- range list "runAsUser" "runAsGroup" "fsGroup" }}{{ $_ := set $context . (int $foreign | default 10001) }}{{ end -}}
{{- range $key, $value := (index . 0).Values.global.podSecurityContext -}}
{{- if kindIs "invalid" $value }}{{ $_ := unset $context $key -}}
{{- else if not (and $foreign (has $key (list "runAsUser" "runAsGroup" "fsGroup"))) }}{{ $_ := set $context $key $value }}{{ end -}}
{{- end -}}
{{- if hasKey $context "fsGroup" }}{{ $context = merge $context (dict "fsGroupChangePolicy" "OnRootMismatch") }}{{ end -}}
{{ toYaml $context }}
{{- end }}

{{- define "pod.containerSecurity" -}}
{{ toYaml (mergeOverwrite (dict "allowPrivilegeEscalation" false "readOnlyRootFilesystem" true "capabilities" (dict "drop" (list "ALL"))) (.Values.global.securityContext | default dict)) }}
{{- end }}

{{/* Node adds the certificates of this file to its own for every connection. @param (list root own) */}}
{{- define "pod.extraEnv" -}}
{{- $g := (index . 0).Values.global }}{{ $own := index . 1 | default dict -}}
{{- $names := keys ($own.env | default dict) -}}
{{- range $own.extraEnv }}{{ $names = append $names .name }}{{ end -}}
{{- $extra := list -}}
{{- if $g.caBundle.configMap }}{{ $extra = append $extra (dict "name" "NODE_EXTRA_CA_CERTS" "value" "/ca/ca.crt") }}{{ end -}}
{{- range $g.extraEnv }}{{ if not (has .name $names) }}{{ $extra = append $extra . }}{{ end }}{{ end -}}
{{- with concat $extra ($own.extraEnv | default list) }}{{ toYaml . }}{{ end -}}
{{- end }}

{{/* @param (list root own) */}}
{{- define "pod.envFrom" -}}
{{- with concat ((index . 0).Values.global.extraEnvFrom | default list) ((index . 1 | default dict).extraEnvFrom | default list) -}}
envFrom: {{- toYaml . | nindent 2 }}
{{- end -}}
{{- end }}

{{/* @param (list root own) */}}
{{- define "pod.extraVolumes" -}}
{{- $g := (index . 0).Values.global }}{{ $extra := list -}}
{{- with $g.caBundle.configMap }}{{ $extra = append $extra (dict "name" "ca-bundle" "configMap" (dict "name" . "items" (list (dict "key" $g.caBundle.key "path" "ca.crt")))) }}{{ end -}}
{{- with concat $extra ($g.extraVolumes | default list) ((index . 1 | default dict).extraVolumes | default list) }}{{ toYaml . }}{{ end -}}
{{- end }}

{{/* @param (list root own) */}}
{{- define "pod.extraVolumeMounts" -}}
{{- $g := (index . 0).Values.global }}{{ $extra := list -}}
{{- if $g.caBundle.configMap }}{{ $extra = append $extra (dict "name" "ca-bundle" "mountPath" "/ca" "readOnly" true) }}{{ end -}}
{{- with concat $extra ($g.extraVolumeMounts | default list) ((index . 1 | default dict).extraVolumeMounts | default list) }}{{ toYaml . }}{{ end -}}
{{- end }}

{{/* The end of a container that has no volumes of the chart's, such as the migrations': what an operator adds. @param (list root own) */}}
{{- define "pod.containerExtras" -}}
{{- with include "pod.envFrom" . }}{{ . }}
{{ end -}}
{{- with include "pod.extraVolumeMounts" . }}volumeMounts: {{- . | nindent 2 }}{{ end -}}
{{- end }}
