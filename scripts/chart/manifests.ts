/** Rendered manifests, and the fields that the rules read. */
import { parseAllDocuments } from 'yaml'

type Labels = Readonly<Record<string, string>>
type Named = { readonly name: string }
type KeyRef = { readonly name: string; readonly key: string }
export type Probe = {
  readonly httpGet?: { readonly path: string; readonly port: string | number }
  readonly exec?: unknown
  readonly periodSeconds?: number
  readonly failureThreshold?: number
}

export type Container = Named & {
  readonly image: string
  readonly securityContext?: {
    readonly readOnlyRootFilesystem?: boolean
    readonly allowPrivilegeEscalation?: boolean
    readonly capabilities?: { readonly drop?: readonly string[]; readonly add?: readonly string[] }
  }
  readonly args?: readonly string[]
  readonly env?: readonly (Named & { readonly value?: string; readonly valueFrom?: { readonly secretKeyRef?: KeyRef } })[]
  readonly envFrom?: readonly { readonly configMapRef?: Named; readonly secretRef?: Named }[]
  readonly volumeMounts?: readonly (Named & { readonly mountPath: string })[]
  readonly ports?: readonly (Named & { readonly containerPort: number })[]
  readonly resources?: { readonly requests?: Labels; readonly limits?: Labels }
  readonly startupProbe?: Probe
  readonly livenessProbe?: Probe
  readonly readinessProbe?: Probe
}

export type PodSpec = {
  readonly containers: readonly Container[]
  readonly initContainers?: readonly Container[]
  readonly hostNetwork?: boolean
  readonly dnsPolicy?: string
  readonly automountServiceAccountToken?: boolean
  readonly enableServiceLinks?: boolean
  readonly imagePullSecrets?: readonly Named[]
  readonly securityContext?: {
    readonly runAsNonRoot?: boolean
    readonly runAsUser?: number
    readonly fsGroup?: number
    readonly seccompProfile?: { readonly type: string }
  }
  readonly terminationGracePeriodSeconds?: number
  readonly topologySpreadConstraints?: readonly { readonly topologyKey: string }[]
  readonly nodeSelector?: Labels
  readonly tolerations?: readonly { readonly key?: string }[]
  readonly affinity?: unknown
  readonly priorityClassName?: string
  readonly volumes?: readonly (Named & {
    readonly configMap?: Named
    readonly secret?: { readonly secretName: string }
    readonly emptyDir?: { readonly sizeLimit?: string }
    readonly persistentVolumeClaim?: { readonly claimName: string }
  })[]
}

type Peer = {
  readonly podSelector?: { readonly matchLabels: Labels }
  readonly namespaceSelector?: { readonly matchLabels: Labels }
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] }
}
type PolicyRule = { readonly ports?: readonly { readonly port: number; readonly protocol?: string }[] } & {
  readonly from?: readonly Peer[]
  readonly to?: readonly Peer[]
}

type MatchExpression = { readonly key: string; readonly operator: string; readonly values?: readonly string[] }
/** How a monitor of the Prometheus operator scrapes what it selects. */
export type Scrape = {
  readonly port?: string
  readonly path?: string
  readonly relabelings?: readonly { readonly targetLabel?: string; readonly replacement?: string }[]
}

/** One object; fields of the kinds that the rules read. */
export type Manifest = {
  readonly kind: string
  readonly metadata: Named & { readonly namespace?: string; readonly labels?: Labels; readonly annotations?: Labels }
  readonly data?: Labels
  readonly spec: PodSpec & {
    readonly replicas?: number
    readonly selector?: Labels & { readonly matchLabels?: Labels; readonly matchExpressions?: readonly MatchExpression[] }
    readonly strategy?: { readonly type?: string }
    readonly revisionHistoryLimit?: number
    readonly ttlSecondsAfterFinished?: number
    readonly hostnames?: readonly string[]
    readonly parentRefs?: readonly unknown[]
    readonly template?: { readonly metadata: { readonly labels: Labels; readonly annotations?: Labels }; readonly spec: PodSpec }
    readonly podSelector?: { readonly matchLabels: Labels }
    readonly ingress?: readonly PolicyRule[] | null
    readonly egress?: readonly PolicyRule[] | null
    readonly ports?: readonly (Named & { readonly port: number; readonly targetPort?: string | number; readonly nodePort?: number })[]
    readonly type?: string
    readonly externalTrafficPolicy?: string
    readonly clusterIP?: string
    readonly scaleTargetRef?: Named & { readonly kind: string }
    readonly metrics?: readonly { readonly type: string }[]
    readonly minReplicas?: number
    readonly accessModes?: readonly string[]
    readonly rules?: readonly {
      readonly host?: string
      readonly matches?: readonly { readonly path: { readonly value: string } }[]
      readonly timeouts?: { readonly request?: string }
    }[]
    readonly tls?: readonly { readonly secretName?: string }[]
    readonly namespaceSelector?: { readonly matchNames?: readonly string[] }
    readonly endpoints?: readonly Scrape[]
    readonly podMetricsEndpoints?: readonly Scrape[]
    readonly groups?: readonly { readonly rules: readonly { readonly alert: string; readonly annotations: Labels }[] }[]
  }
}

/** An object that runs pods. */
export type Workload = { readonly manifest: Manifest; readonly component: string; readonly labels: Labels; readonly pod: PodSpec }

export function parseManifests(text: string): Manifest[] {
  return parseAllDocuments(text).flatMap((document) => {
    const value = document.toJS() as Manifest | null
    return value?.kind ? [value] : []
  })
}

const COMPONENT = 'app.kubernetes.io/component'
export const componentOf = (labels: Labels | undefined) => labels?.[COMPONENT] ?? ''

export function workloadsOf(manifests: readonly Manifest[]): Workload[] {
  return manifests.flatMap((manifest) => {
    const { kind, metadata, spec } = manifest
    const pod = kind === 'Pod' ? spec : spec?.template?.spec
    const labels = kind === 'Pod' ? metadata.labels : spec?.template?.metadata.labels
    return pod && labels ? [{ manifest, component: componentOf(labels), labels, pod }] : []
  })
}

export const containersOf = ({ pod }: Workload) => [...pod.containers, ...(pod.initContainers ?? [])]

export const isSelected = (selector: Labels, labels: Labels) => Object.entries(selector).every(([key, value]) => labels[key] === value)
