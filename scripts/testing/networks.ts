/** A home network of two machines, simulated with Linux network namespaces that are connected by a virtual link. */
import { execFile, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cannotTry } from './cannot-try.ts'

const run = promisify(execFile)

export type Machine = {
  readonly address: string
  /** The command that runs a program on that machine; the program and its arguments follow. */
  readonly at: readonly string[]
}

export class Home {
  readonly server: Machine
  readonly phone: Machine
  readonly #names: readonly string[]
  readonly #folder = mkdtempSync(join(tmpdir(), 'home-'))

  private constructor(server: string, phone: string) {
    this.#names = [server, phone]
    this.server = { address: '192.168.77.1', at: ['ip', 'netns', 'exec', server] }
    this.phone = { address: '192.168.77.2', at: ['ip', 'netns', 'exec', phone] }
  }

  /** @returns one sentence, which is printed, if this machine cannot create network namespaces @throws Error with it in CI without ip */
  static async build(): Promise<Home | string> {
    const [server, phone] = [`server-${process.pid}`, `phone-${process.pid}`]
    const home = new Home(server, phone)
    try {
      for (const name of [server, phone]) await run('ip', ['netns', 'add', name])
      await run('ip', ['link', 'add', 'eth0', 'netns', server, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', phone])
      for (const { at, address } of [home.server, home.phone]) {
        const inside = (...words: string[]) => run('ip', [...at.slice(1), 'ip', ...words])
        await inside('addr', 'add', `${address}/24`, 'dev', 'eth0')
        for (const device of ['lo', 'eth0']) await inside('link', 'set', device, 'up')
      }
      await run('ip', [...home.phone.at.slice(1), 'ip', 'route', 'add', 'default', 'via', home.server.address])
      return home
    } catch (error) {
      await home.remove()
      const { code, message } = error as NodeJS.ErrnoException
      const reason = `between networks nothing is tried: they need root and ip on Linux: ${message.trim()}`
      cannotTry(reason, { isSetupIncomplete: code === 'ENOENT' && process.platform === 'linux', cause: error })
      return reason
    }
  }

  /** Blocks UDP to and from the phone, as guest and office networks do. */
  async blockUdp(): Promise<void> {
    await run('ip', [...this.phone.at.slice(1), 'ip', 'rule', 'add', 'ipproto', 'udp', 'prohibit'])
  }

  /**
   * Creates a program that starts this browser on the phone, trusting a certificate authority.
   * @param authority PEM
   */
  browserOnPhone(chromium: string, authority: string): string {
    const der = authority.replace(/-----[A-Z ]+-----|\s/g, '')
    const policy = join(this.#folder, 'trust.json')
    writeFileSync(policy, JSON.stringify({ CACertificates: [der] }))
    const program = join(this.#folder, 'browser')
    const managed = '/etc/chromium/policies/managed'
    // The policy is mounted over /etc/chromium only for this browser.
    const inside = `mount -t tmpfs none /etc/chromium && mkdir -p ${managed} && cp ${policy} ${managed} && exec ${chromium} "$@"`
    writeFileSync(program, `#!/bin/sh\nexec ${this.phone.at.join(' ')} unshare --mount sh -c '${inside}' sh "$@"\n`)
    chmodSync(program, 0o755)
    return program
  }

  /** Starts a program on the home machine. */
  spawnOnServer(args: readonly string[], env: NodeJS.ProcessEnv) {
    const [program = '', ...rest] = this.server.at
    return spawn(program, [...rest, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  }

  async remove(): Promise<void> {
    for (const name of this.#names) await run('ip', ['netns', 'del', name]).catch(() => undefined)
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
