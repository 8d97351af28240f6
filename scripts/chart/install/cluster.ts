/** helm and kubectl on the cluster of one kubeconfig. */
import { spawn } from 'node:child_process'
import { StartError } from '../../servers/server.ts'

const KEPT = 20_000

export type Pod = {
  readonly metadata: { readonly uid: string; readonly name: string; readonly namespace: string; readonly deletionTimestamp?: string }
  readonly spec: { readonly nodeName?: string }
  readonly status: { readonly podIP?: string; readonly conditions?: readonly { readonly type: string; readonly status: string }[] }
}

/** How to get a program that is missing. */
const SOURCES: Readonly<Record<string, string>> = {
  helm: 'go install helm.sh/helm/v4/cmd/helm@latest, or your system\'s package "helm"',
  kubectl: 'your cluster brings it, or https://kubernetes.io/docs/tasks/tools/',
  caddy: 'go install github.com/caddyserver/caddy/v2/cmd/caddy@v2.10.2, or your system\'s package "caddy"',
}

/** Runs a program to its end. @returns what it printed @throws StartError with its output, or with how to install it */
export function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv, input = ''): Promise<string> {
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'pipe'] })
  // A program that is missing or ends early does not read it.
  child.stdin.on('error', () => undefined).end(input)
  let output = ''
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
    said = (said + chunk).slice(-KEPT)
  })
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk).slice(-KEPT)
  })
  return new Promise((resolve, reject) => {
    child.once('error', () => reject(new StartError(`${program} is missing: ${SOURCES[program] ?? 'please install it'}`)))
    child.once('close', (code) =>
      code === 0
        ? resolve(output)
        : reject(new StartError(`${program} ${args.slice(0, 4).join(' ')} …: exit code ${code}\n${said.trim()}`)),
    )
  })
}

export class Cluster {
  readonly namespace: string
  readonly #env: NodeJS.ProcessEnv

  /** @param kubeconfig a file */
  constructor(kubeconfig: string, namespace: string) {
    this.namespace = namespace
    this.#env = { ...process.env, KUBECONFIG: kubeconfig }
  }

  /** The namespace of the media servers, as the chart names it. */
  get mediaNamespace(): string {
    return `${this.namespace}-media`
  }

  kubectl(...args: readonly string[]): Promise<string> {
    return run('kubectl', args, this.#env)
  }

  helm(...args: readonly string[]): Promise<string> {
    return run('helm', [...args, '--namespace', this.namespace], this.#env)
  }

  /** The release's namespace, where everything but media must be restricted; an existing one is not changed. */
  async makeNamespace(): Promise<void> {
    const there = await this.kubectl('get', 'namespaces', '-o', 'name')
    if (!there.split('\n').includes(`namespace/${this.namespace}`)) await this.kubectl('create', 'namespace', this.namespace)
    await this.kubectl('label', '--overwrite', 'namespace', this.namespace, 'pod-security.kubernetes.io/enforce=restricted')
  }

  /** Pods that are not being deleted, of a component or of all. */
  async pods(component?: string): Promise<readonly Pod[]> {
    return (await this.allPods(component)).filter(({ metadata }) => metadata.deletionTimestamp === undefined)
  }

  /** Pods of a component or of all, also those that are ending. */
  async allPods(component?: string): Promise<readonly Pod[]> {
    const select = component ? ['-l', `app.kubernetes.io/component=${component}`] : []
    const lists = await Promise.all(
      [this.namespace, this.mediaNamespace].map((namespace) => this.kubectl('-n', namespace, 'get', 'pods', ...select, '-o', 'json')),
    )
    return lists.flatMap((list) => (JSON.parse(list) as { readonly items: readonly Pod[] }).items)
  }

  /** Applies objects. */
  async apply(...objects: readonly object[]): Promise<void> {
    await run(
      'kubectl',
      ['apply', '--server-side', '--force-conflicts', '-f', '-'],
      this.#env,
      JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }),
    )
  }

  /** Deletes a pod with almost no grace: its process gets SIGTERM, and SIGKILL two seconds later. */
  async kill({ metadata: { name, namespace } }: Pod): Promise<void> {
    await this.kubectl('-n', namespace, 'delete', 'pod', name, '--grace-period=0', '--force', '--wait=false')
  }

  /** Runs JavaScript with node inside a pod. */
  exec({ metadata: { name, namespace } }: Pod, ...command: readonly string[]): Promise<string> {
    return this.kubectl('-n', namespace, 'exec', name, '--', ...command)
  }

  /** The address of a Service inside the cluster. */
  async address(service: string): Promise<string> {
    return (await this.kubectl('-n', this.namespace, 'get', 'service', service, '-o', 'jsonpath={.spec.clusterIP}')).trim()
  }
}

export const isReady = ({ status }: Pod): boolean =>
  status.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True') ?? false
