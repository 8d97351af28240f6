{{/* Everything of one stateless service. */}}
{{- define "service.all" -}}
{{ include "service.deployment" . }}
---
{{ include "service.service" . }}
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ include "service.name" . }}
  namespace: {{ .Release.Namespace }}
  labels: {{- include "service.labels" . | nindent 4 }}
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
metadata:
  name: {{ include "service.name" $ }}-files
  namespace: {{ $.Release.Namespace }}
  labels: {{- include "service.labels" $ | nindent 4 }}
  annotations: {helm.sh/resource-policy: keep}
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
metadata:
  name: {{ include "service.name" . }}
  namespace: {{ .Release.Namespace }}
  labels: {{- include "service.labels" . | nindent 4 }}
spec:
  {{- if not .Values.autoscaling.enabled }}
  replicas: {{ .Values.replicas }}
  {{- else }}
  {{- with ((lookup "apps/v1" "Deployment" .Release.Namespace (include "service.name" .)).spec | default dict).replicas }}
  # As many as there are: without a number, turning autoscaling on would end all copies but one.
  replicas: {{ . }}
  {{- end }}
  {{- end }}
  revisionHistoryLimit: 3
  strategy:
    {{- if and $local (ne .Values.global.files.local.accessMode "ReadWriteMany") }}
    # The volume is attached to one node at a time, so that the new pod would wait for it for ever.
    type: Recreate
    {{- else }}
    rollingUpdate: {maxUnavailable: 0, maxSurge: 1}
    {{- end }}
  selector:
    matchLabels: {{- include "service.selector" . | nindent 6 }}
  template:
    metadata:
      labels: {{- include "service.labels" . | nindent 8 }}
      annotations:
        checksum/keys: {{ include "service.keysChecksum" . }}
        {{- with .Values.podAnnotations }}{{ toYaml . | nindent 8 }}{{ end }}
    spec:
      serviceAccountName: {{ include "service.name" . }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      {{- with .Values.global.image.pullSecrets }}
      imagePullSecrets: {{- range . }}
        - name: {{ . }}
        {{- end }}
      {{- end }}
      securityContext: {{- include "service.podSecurity" . | nindent 8 }}
      terminationGracePeriodSeconds: {{ .Values.terminationGracePeriodSeconds }}
      {{- include "service.placement" . | nindent 6 }}
      {{- if has "postgres" $edges }}
      initContainers:
        - {{- include "service.waitForMigrations" . | nindent 10 }}
      {{- end }}
      containers:
        - name: {{ .Chart.Name }}
          image: {{ include "service.image" (list .Values.global.image .Chart.Name .Chart.AppVersion) }}
          imagePullPolicy: {{ .Values.global.image.pullPolicy }}
          securityContext: {{- include "service.containerSecurity" . | nindent 12 }}
          env: {{- include "service.environment" . | nindent 12 }}
          ports:
            - {name: health, containerPort: 8080}
            {{- if eq .Chart.Name "gateway" }}
            - {name: http, containerPort: 5000}
            {{- end }}
          startupProbe: {httpGet: {path: /healthz, port: health}, periodSeconds: 1, failureThreshold: 60, timeoutSeconds: 2}
          livenessProbe: {httpGet: {path: /healthz, port: health}, periodSeconds: 10, failureThreshold: 6, timeoutSeconds: 3}
          readinessProbe: {httpGet: {path: /readyz, port: health}, periodSeconds: 3, failureThreshold: 3, timeoutSeconds: 3}
          # Requests still arrive for a moment after a pod has been told to end.
          lifecycle: {preStop: {sleep: {seconds: 3}}}
          resources: {{- toYaml .Values.resources | nindent 12 }}
          volumeMounts:
            - {name: tmp, mountPath: /tmp}
            {{- if $local }}
            - {name: files, mountPath: /files}
            {{- end }}
      volumes:
        # Where files are in a bucket, doorbell makes films here: three times the film, of an hour at 1.5 Mbit/s.
        - {name: tmp, emptyDir: {sizeLimit: {{ ternary "4Gi" "256Mi" (and (eq .Chart.Name "doorbell") (not $local)) }}}}
        {{- if $local }}
        - {name: files, persistentVolumeClaim: {claimName: {{ include "service.name" . }}-files}}
        {{- end }}
{{- end }}

{{- define "service.placement" -}}
topologySpreadConstraints:
  {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{- include "service.selector" $ | nindent 8 }}
    matchLabelKeys: [pod-template-hash]
  {{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "service.waitForMigrations" -}}
name: wait-for-migrations
image: {{ include "service.image" (list .Values.global.image "tools" .Chart.AppVersion) }}
imagePullPolicy: {{ .Values.global.image.pullPolicy }}
args: [scripts/database/main.ts, --wait, {{ .Chart.Name }}{{ if .Values.global.postgres.bundled }}, --role-comes{{ end }}]
securityContext: {{- include "service.containerSecurity" . | nindent 2 }}
env: {{- include "service.databaseUrl" (list . .Chart.Name) | nindent 2 }}
resources: {requests: {cpu: 20m, memory: 64Mi}, limits: {memory: 256Mi}}
volumeMounts:
  - {name: tmp, mountPath: /tmp}
{{- end }}

{{- define "service.service" -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ include "service.name" . }}
  namespace: {{ .Release.Namespace }}
  labels: {{- include "service.labels" . | nindent 4 }}
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
metadata:
  name: {{ include "service.name" . }}
  namespace: {{ $namespace }}
  labels: {{- include "service.labels" . | nindent 4 }}
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
metadata:
  name: {{ include "service.name" . }}
  namespace: {{ $namespace }}
  labels: {{- include "service.labels" . | nindent 4 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels: {{- include "service.selector" . | nindent 6 }}
{{- end }}
{{- end }}

{{- define "service.leastCopies" -}}{{ ternary .Values.autoscaling.min .Values.replicas .Values.autoscaling.enabled }}{{- end }}
