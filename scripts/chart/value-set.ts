/** A set of values to render, and what its check can ask of the manifests. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import type { Manifest } from './manifests.ts'
import { workloadsOf } from './manifests.ts'
import type { Rendered } from './rendered.ts'
import type { Tree } from './values.ts'

export type ValueSet = {
  readonly name: string
  /** Values by path, on top of `BASE`. */
  readonly values?: Tree
  /** A values file in place of `BASE`; `values` are on top of it. */
  readonly file?: string
  /** The effects of these values that the rules do not check. */
  readonly check?: (rendered: Rendered) => void
  /** The text of Helm after an installation. */
  readonly notes?: (text: string) => void
}

/** The least values with which the chart renders. No cluster answers, so keys are given. */
export const BASE: Tree = {
  'global.publicUrl': 'https://bell.example.org',
  'global.trustedProxies': '10.244.0.0/16',
  'global.networkPolicy.ingressNamespace': 'traefik',
  'global.secrets.existing': 'keys',
  'sfu.nodeCidrs': ['192.0.2.0/24'],
}

export const ofKind = (kind: string, { manifests }: Rendered) => manifests.filter((manifest) => manifest.kind === kind)
export const count = (kind: string, expected: number) => (rendered: Rendered) => equal(ofKind(kind, rendered).length, expected, kind)
export function workload(component: string, { manifests }: Rendered) {
  const found = workloadsOf(manifests).find((one) => one.component === component)
  ok(found, `${component} is there`)
  return found
}
export function variable(component: string, name: string, rendered: Rendered): string | undefined {
  const found = workload(component, rendered).pod.containers[0]?.env?.find((one) => one.name === name)
  return found?.value ?? found?.valueFrom?.secretKeyRef?.key
}
export const variables = (expected: Readonly<Record<string, string | undefined>>) => (rendered: Rendered) => {
  for (const [path, value] of Object.entries(expected)) {
    const [component = '', name = ''] = path.split('.')
    equal(variable(component, name, rendered), value, path)
  }
}
export const rendersNo = (component: string) => (rendered: Rendered) =>
  ok(!workloadsOf(rendered.manifests).some((one) => one.component === component), `${component} is not there`)

export function nodePorts(copies: number, first: number) {
  return (rendered: Rendered) => {
    equal(workload('sfu', rendered).manifest.kind, 'StatefulSet')
    const services = ofKind('Service', rendered).filter(({ spec }) => spec.type === 'NodePort')
    const ports = services.flatMap(({ spec }) => (spec.ports ?? []).map(({ port, targetPort, nodePort }) => [port, targetPort, nodePort]))
    const expected = Array.from({ length: copies }, (_, index) => first + index).flatMap((port) => [port, port])
    deepEqual(
      ports,
      expected.map((port) => [port, port, port]),
    )
    ok(services.every(({ spec }) => spec.externalTrafficPolicy === 'Local'))
  }
}

export function hasTls(secretName: string | undefined) {
  return (rendered: Rendered) => equal(ofKind('Ingress', rendered)[0]?.spec.tls?.[0]?.secretName, secretName)
}

export const configOf = (rendered: Rendered, name: string) =>
  Object.values(ofKind('ConfigMap', rendered).find(({ metadata }: Manifest) => metadata.name.endsWith(name))?.data ?? {}).join('\n')
