/** A home of two machines, made of Linux network namespaces: what listens on one is reached from the other over a wire of their own. */
import { execFile, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type Machine = {
  readonly address: string
  /** The command that runs a program there; its arguments follow. */
  readonly at: readonly string[]
}

export class Home {
  readonly house: Machine
  readonly phone: Machine
  readonly #names: readonly string[]
  readonly #folder = mkdtempSync(join(tmpdir(), 'home-'))

  private constructor(house: string, phone: string) {
    this.#names = [house, phone]
    this.house = { address: '192.168.77.1', at: ['ip', 'netns', 'exec', house] }
    this.phone = { address: '192.168.77.2', at: ['ip', 'netns', 'exec', phone] }
  }

  /** @returns the reason in one sentence where this machine makes no networks */
  static async build(): Promise<Home | string> {
    const [house, phone] = [`house-${process.pid}`, `phone-${process.pid}`]
    const home = new Home(house, phone)
    try {
      for (const name of [house, phone]) await run('ip', ['netns', 'add', name])
      await run('ip', ['link', 'add', 'eth0', 'netns', house, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', phone])
      for (const { at, address } of [home.house, home.phone]) {
        const inside = (...words: string[]) => run('ip', [...at.slice(1), 'ip', ...words])
        await inside('addr', 'add', `${address}/24`, 'dev', 'eth0')
        for (const device of ['lo', 'eth0']) await inside('link', 'set', device, 'up')
      }
      await run('ip', [...home.phone.at.slice(1), 'ip', 'route', 'add', 'default', 'via', home.house.address])
      return home
    } catch (error) {
      await home.remove()
      return `networks of our own need root and ip on Linux: ${error instanceof Error ? error.message.trim() : String(error)}`
    }
  }

  /** As a guest network or an office does: no UDP leaves the phone any more, and none reaches it. */
  async blockUdp(): Promise<void> {
    await run('ip', [...this.phone.at.slice(1), 'ip', 'rule', 'add', 'ipproto', 'udp', 'prohibit'])
  }

  /**
   * A program that is this browser on the phone, trusting a certificate authority as a person's phone does that was told to.
   * @param authority PEM
   */
  browserOnPhone(chromium: string, authority: string): string {
    const der = authority.replace(/-----[A-Z ]+-----|\s/g, '')
    const policy = join(this.#folder, 'trust.json')
    writeFileSync(policy, JSON.stringify({ CACertificates: [der] }))
    const program = join(this.#folder, 'browser')
    const managed = '/etc/chromium/policies/managed'
    // The policy lies over /etc/chromium for this browser alone.
    const inside = `mount -t tmpfs none /etc/chromium && mkdir -p ${managed} && cp ${policy} ${managed} && exec ${chromium} "$@"`
    writeFileSync(program, `#!/bin/sh\nexec ${this.phone.at.join(' ')} unshare --mount sh -c '${inside}' sh "$@"\n`)
    chmodSync(program, 0o755)
    return program
  }

  /** Starts a program in the house. */
  spawnInHouse(args: readonly string[], env: NodeJS.ProcessEnv) {
    const [program = '', ...rest] = this.house.at
    return spawn(program, [...rest, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  }

  async remove(): Promise<void> {
    for (const name of this.#names) await run('ip', ['netns', 'del', name]).catch(() => undefined)
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
