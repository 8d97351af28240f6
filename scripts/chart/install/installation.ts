/** One installation of the chart on a cluster: built, installed, changed, and reached through an ingress on this machine. */

import { join } from 'node:path'
import { ROOT } from '../../bootstrap/launch.mjs'
import { imagesOf } from '../../images/contents.ts'
import type { Progress } from '../../start/progress.ts'
import type { Resident } from '../../testing/people.ts'
import { type Ingress, startCaddy } from './caddy.ts'
import { Cluster, run } from './cluster.ts'
import { register } from './rings.ts'

export const RELEASE = 'bell'
export const PREFIX = `${RELEASE}-doorbell`
export const CHART = join(ROOT, 'charts/digital-doorbell')
export const IMAGES = 'localhost/digital-doorbell'
export const TAG = 'installed'
/** The same images by another name, so that an upgrade replaces every pod of a service. */
export const AGAIN = 'again'

type InstallationOptions = {
  readonly kubeconfig: string
  readonly namespace: string
  /** The command that loads images into the cluster. */
  readonly load: string | undefined
  /** Files of values. */
  readonly values: readonly string[]
  /** host:port of the gateway's Service, as this machine reaches it. */
  readonly gateway: string | undefined
  readonly url: string
  /** How many video calls are held during a change. */
  readonly calls: number
  /** Images of the servers that some situations bring. */
  readonly prometheus: string
  readonly traefik: string
}

export class Installation {
  readonly cluster: Cluster
  readonly progress: Progress
  readonly options: InstallationOptions
  #ingress: Ingress | undefined

  constructor(options: InstallationOptions, progress: Progress) {
    this.options = options
    this.progress = progress
    this.cluster = new Cluster(options.kubeconfig, options.namespace)
  }

  get url(): string {
    return this.options.url
  }

  get host(): string {
    return new URL(this.url).host
  }

  /** Builds all images and loads them. @param further options of `npm run images` */
  async build(tag: string, ...further: readonly string[]): Promise<void> {
    await run('npm', ['run', 'images', '--', '--prefix', IMAGES, '--tag', tag, ...further], process.env)
    const [program, ...args] = this.options.load?.split(' ') ?? []
    const images = imagesOf(ROOT).map(({ name }) => `${IMAGES}/${name}:${tag}`)
    if (program) await run(program, [...args, ...images], process.env)
    else this.progress.say('no --load: the cluster has to find the images itself')
  }

  /** Installs the release or changes it. @param sets values beside the usual ones */
  async install(...sets: readonly string[]): Promise<void> {
    await this.upgrade([], sets)
  }

  /** @param flags of `helm upgrade` @param sets values beside the usual ones */
  async upgrade(flags: readonly string[], sets: readonly string[]): Promise<void> {
    const files = this.options.values.flatMap((file) => ['--values', file])
    const copies = ['gateway', 'doorbell', 'sfu'].map((service) => `${service}.replicas=2`)
    // The ingress is Caddy on this machine, which is no pod.
    const own = [`global.publicUrl=${this.url}`, `global.image.tag=${TAG}`, 'global.networkPolicy.ingressNamespace=none']
    const values = [...own, ...copies, ...sets].flatMap((set) => ['--set', set])
    await this.cluster.helm('upgrade', '--install', RELEASE, CHART, ...files, ...values, '--wait', '--timeout', '10m', ...flags)
  }

  /** @returns where plain HTTP leads to the gateway, as the ingress does */
  async openIngress(): Promise<string> {
    this.#ingress ??= await startCaddy(this.url, await this.#gatewayAddress())
    return this.#ingress.plainUrl
  }

  /** The gateway's Service may have another address now; clients of the ingress continue. */
  async reopenIngress(): Promise<void> {
    const { plainUrl } = this.#ingress ?? { plainUrl: await this.openIngress() }
    await this.closeIngress()
    this.#ingress = await startCaddy(this.url, await this.#gatewayAddress(), Number(new URL(plainUrl).port))
  }

  async closeIngress(): Promise<void> {
    const open = this.#ingress
    this.#ingress = undefined
    await open?.stop()
  }

  /** A new account that may make calls. */
  async premium(): Promise<Resident> {
    const resident = await register(await this.openIngress(), this.host)
    const operator = ['exec', `deploy/${PREFIX}-operator`, '--', 'node', 'scripts/admin.ts']
    await this.cluster.kubectl('-n', this.cluster.namespace, ...operator, 'grant-premium', resident.user.username)
    return resident
  }

  async #gatewayAddress(): Promise<string> {
    return this.options.gateway ?? `${await this.cluster.address(`${PREFIX}-gateway`)}:80`
  }
}
