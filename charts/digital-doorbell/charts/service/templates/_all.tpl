{{/* Everything of one stateless service. */}}
{{- define "service.all" -}}
{{ include "service.deployment" . }}
---
{{ include "service.service" . }}
---
apiVersion: v1
kind: ServiceAccount
metadata: {{- include "service.metadata" (dict "root" . "name" (include "service.name" .) "annotations" .Values.serviceAccount.annotations) | nindent 2 }}
automountServiceAccountToken: false
{{- if .Values.autoscaling.enabled }}
---
{{ include "service.autoscaler" (list . .Release.Namespace) }}
{{- end }}
{{- if gt (int (include "service.leastCopies" .)) 1 }}
---
{{ include "service.disruptionBudget" (list . .Release.Namespace) }}
{{- end }}
{{- if has "s3" (index (include "service.edges" . | fromYaml) .Chart.Name) }}
{{- with .Values.global.files }}
{{- if eq .store "local" }}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {{- include "service.metadata" (dict "root" $ "name" (printf "%s-files" (include "service.name" $)) "annotations" (dict "helm.sh/resource-policy" "keep")) | nindent 2 }}
spec:
  accessModes: [{{ .local.accessMode }}]
  {{- with .local.storageClass }}
  storageClassName: {{ . }}
  {{- end }}
  resources: {requests: {storage: {{ .local.size }}}}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- define "service.deployment" -}}
{{- $edges := index (include "service.edges" . | fromYaml) .Chart.Name -}}
{{- $local := and (has "s3" $edges) (eq .Values.global.files.store "local") -}}
apiVersion: apps/v1
kind: Deployment
metadata: {{- include "service.metadata" (dict "root" . "name" (include "service.name" .)) | nindent 2 }}
spec:
  {{- if not .Values.autoscaling.enabled }}
  replicas: {{ .Values.replicas }}
  {{- else }}
  {{- with ((lookup "apps/v1" "Deployment" .Release.Namespace (include "service.name" .)).spec | default dict).replicas }}
  # As many as there are: without a number, turning autoscaling on would end all copies but one.
  replicas: {{ . }}
  {{- end }}
  {{- end }}
  revisionHistoryLimit: {{ .Values.revisionHistoryLimit }}
  strategy:
    {{- if .Values.strategy }}
    {{- toYaml .Values.strategy | nindent 4 }}
    {{- else if and $local (ne .Values.global.files.local.accessMode "ReadWriteMany") }}
    # The volume is attached to one node at a time, so that the new pod would wait for it for ever.
    type: Recreate
    {{- else }}
    rollingUpdate: {maxUnavailable: 0, maxSurge: 1}
    {{- end }}
  selector:
    matchLabels: {{- include "service.selector" . | nindent 6 }}
  template:
    metadata:
      {{- include "pod.metadata" (dict "root" . "own" .Values "labels" (include "service.labels" . | fromYaml) "annotations" (dict "checksum/keys" (include "service.keysChecksum" .))) | nindent 6 }}
    spec:
      serviceAccountName: {{ include "service.name" . }}
      terminationGracePeriodSeconds: {{ .Values.terminationGracePeriodSeconds }}
      {{- include "pod.spec" (list . .Values 0) | nindent 6 }}
      {{- include "service.spread" . | nindent 6 }}
      {{- if has "postgres" $edges }}
      initContainers:
        - {{- include "service.waitForMigrations" . | nindent 10 }}
      {{- end }}
      containers:
        - name: {{ .Chart.Name }}
          image: {{ include "service.image" (list .Values.global.image .Chart.Name .Chart.AppVersion) }}
          imagePullPolicy: {{ .Values.global.image.pullPolicy }}
          securityContext: {{- include "pod.containerSecurity" . | nindent 12 }}
          env: {{- include "service.environment" . | nindent 12 }}
          {{- with include "pod.envFrom" (list . .Values) }}{{ . | nindent 10 }}{{ end }}
          ports:
            - {name: health, containerPort: 8080}
            {{- if eq .Chart.Name "gateway" }}
            - {name: http, containerPort: 5000}
            {{- end }}
          # Five minutes, and two for a pod that serves: on a node whose processors are all busy, as where a release replaces every pod, each
          # process that is ended and starts again makes it busier.
          startupProbe: {httpGet: {path: /healthz, port: health}, periodSeconds: 1, failureThreshold: 300, timeoutSeconds: 2}
          livenessProbe: {httpGet: {path: /healthz, port: health}, periodSeconds: 10, failureThreshold: 12, timeoutSeconds: 10}
          readinessProbe: {httpGet: {path: /readyz, port: health}, periodSeconds: 3, failureThreshold: 3, timeoutSeconds: 3}
          # Requests still arrive for a moment after a pod has been told to end.
          lifecycle: {preStop: {sleep: {seconds: 3}}}
          resources: {{- toYaml .Values.resources | nindent 12 }}
          volumeMounts:
            - {name: tmp, mountPath: /tmp}
            {{- if $local }}
            - {name: files, mountPath: /files}
            {{- end }}
            {{- with include "pod.extraVolumeMounts" (list . .Values) }}{{ . | nindent 12 }}{{ end }}
      volumes:
        # Where files are in a bucket, doorbell makes films here: three times the film, of an hour at 1.5 Mbit/s.
        - {name: tmp, emptyDir: {sizeLimit: {{ ternary "4Gi" "256Mi" (and (eq .Chart.Name "doorbell") (not $local)) }}}}
        {{- if $local }}
        - {name: files, persistentVolumeClaim: {claimName: {{ include "service.name" . }}-files}}
        {{- end }}
        {{- with include "pod.extraVolumes" (list . .Values) }}{{ . | nindent 8 }}{{ end }}
{{- end }}

{{/* Over nodes and zones; an operator's list replaces it. A constraint without a selector counts the pods of this service. */}}
{{- define "service.spread" -}}
{{- $own := dict "labelSelector" (dict "matchLabels" (include "service.selector" . | fromYaml)) -}}
{{- if not (kindIs "slice" .Values.topologySpreadConstraints) -}}
topologySpreadConstraints:
  {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    matchLabelKeys: [pod-template-hash]
    {{- toYaml $own | nindent 4 }}
  {{- end }}
{{- else if .Values.topologySpreadConstraints -}}
topologySpreadConstraints:
  {{- range .Values.topologySpreadConstraints }}
  - {{- toYaml (merge (deepCopy .) $own) | nindent 4 }}
  {{- end }}
{{- end -}}
{{- end }}

{{- define "service.waitForMigrations" -}}
name: wait-for-migrations
image: {{ include "service.image" (list .Values.global.image "tools" .Chart.AppVersion) }}
imagePullPolicy: {{ .Values.global.image.pullPolicy }}
args: [scripts/database/main.ts, --wait, {{ .Chart.Name }}{{ if .Values.global.postgres.bundled }}, --role-comes{{ end }}]
securityContext: {{- include "pod.containerSecurity" . | nindent 2 }}
env:
  {{- include "service.databaseUrl" (list . .Chart.Name) | nindent 2 }}
  {{- with include "pod.extraEnv" (list . .Values) }}{{ . | nindent 2 }}{{ end }}
{{- with include "pod.envFrom" (list . .Values) }}{{ . | nindent 0 }}{{ end }}
resources: {requests: {cpu: 20m, memory: 64Mi}, limits: {memory: 256Mi}}
volumeMounts:
  - {name: tmp, mountPath: /tmp}
  {{- with include "pod.extraVolumeMounts" (list . .Values) }}{{ . | nindent 2 }}{{ end }}
{{- end }}

{{- define "service.service" -}}
apiVersion: v1
kind: Service
metadata: {{- include "service.metadata" (dict "root" . "name" (include "service.name" .)) | nindent 2 }}
spec:
  selector: {{- include "service.selector" . | nindent 4 }}
  ports:
    - {name: health, port: 8080, targetPort: health}
    {{- if eq .Chart.Name "gateway" }}
    - {name: http, port: 80, targetPort: http}
    {{- end }}
{{- end }}

{{/* By CPU where the values name a share of it, and by a metric of its pods where they name one. @param (list root namespace) */}}
{{- define "service.autoscaler" -}}
{{- $namespace := index . 1 -}}
{{- with index . 0 -}}
{{- $a := .Values.autoscaling -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {{- include "service.metadata" (dict "root" . "name" (include "service.name" .) "namespace" $namespace) | nindent 2 }}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: {{ include "service.name" . }}}
  minReplicas: {{ $a.min }}
  maxReplicas: {{ $a.max }}
  # A copy that ends moves its sockets, so it is taken away slowly.
  behavior: {scaleDown: {stabilizationWindowSeconds: 300, policies: [{type: Pods, value: 1, periodSeconds: 60}]}}
  metrics:
    {{- with $a.cpu }}
    - {type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: {{ . }}}}}
    {{- end }}
    {{- with $a.podMetric }}
    - {type: Pods, pods: {metric: {name: {{ .name }}}, target: {type: AverageValue, averageValue: {{ .average | quote }}}}}
    {{- end }}
{{- end }}
{{- end }}

{{/* At most one copy at a time is evicted when nodes are drained. @param (list root namespace) */}}
{{- define "service.disruptionBudget" -}}
{{- $namespace := index . 1 -}}
{{- with index . 0 -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {{- include "service.metadata" (dict "root" . "name" (include "service.name" .) "namespace" $namespace) | nindent 2 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels: {{- include "service.selector" . | nindent 6 }}
{{- end }}
{{- end }}

{{- define "service.leastCopies" -}}{{ ternary .Values.autoscaling.min .Values.replicas .Values.autoscaling.enabled }}{{- end }}
