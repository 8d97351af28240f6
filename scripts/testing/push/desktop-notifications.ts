/**
 * A desktop for browsers on Linux: a session bus with only a notification service (Desktop Notifications Specification 1.2,
 * https://specifications.freedesktop.org/notification-spec). It stores notifications, and presses and dismisses them as a person would.
 */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { type DbusAnswer, type DbusCall, DbusConnection } from './dbus-connection.ts'
import type { DbusValue } from './dbus-values.ts'

const NAME = 'org.freedesktop.Notifications'
const PATH = '/org/freedesktop/Notifications'
/** The unique name of its owner. */
const OWNER = ':1.2'
const NO_SUCH_NAME = 'org.freedesktop.DBus.Error.NameHasNoOwner'
/** Without `body-markup`: browsers then send plain text, except for pictures. */
const CAPABILITIES = ['actions', 'body', 'body-images', 'persistence']
const DISMISSED = 2
const CLOSED_BY_CALL = 3

/** The arguments of a notification; a hint is a name and a variant. */
const Notify = z.tuple([
  z.string(),
  z.number(),
  z.string(),
  z.string(),
  z.string(),
  z.array(z.string()),
  z.array(z.tuple([z.string(), z.object({ signature: z.string(), value: z.custom<DbusValue>() })])),
  z.number(),
])

export type DesktopNotification = {
  readonly id: number
  /** Milliseconds since 1970, with fractions. */
  readonly at: number
  /** The name of the program that shows it: Firefox, Chromium. */
  readonly app: string
  readonly title: string
  /** Chromium adds the site's host at the beginning, and a picture as `<img>` at the end. */
  readonly body: string
  /** The texts on its buttons; Chromium adds Settings. */
  readonly buttons: readonly string[]
  /** As the specification defines them: with `urgency` 2 a notification stays until a person reacts. */
  readonly hints: Readonly<Record<string, DbusValue>>
  /** The number of the notification that it has replaced. */
  readonly replaced: number | undefined
}
type Shown = DesktopNotification & {
  readonly connection: DbusConnection
  /** Keys of the actions by the texts on the buttons. */
  readonly keys: ReadonlyMap<string, string>
}

export class DesktopNotifications {
  readonly #folder: string
  readonly #server: Server
  readonly #connections = new Set<DbusConnection>()
  readonly #shown: Shown[] = []
  readonly #visible = new Map<number, Shown>()

  private constructor(folder: string) {
    this.#folder = folder
    this.#server = createServer((socket) => {
      const connection: DbusConnection = new DbusConnection(socket, (call) => this.#answer(connection, call))
      this.#connections.add(connection)
      socket.once('close', () => this.#forget(connection))
    })
  }

  static async listen(): Promise<DesktopNotifications> {
    const desktop = new DesktopNotifications(await mkdtemp(join(tmpdir(), 'push-desktop-')))
    await once(desktop.#server.listen(desktop.#path), 'listening')
    return desktop
  }

  /** Makes a browser show its notifications here. */
  get env(): Readonly<Record<string, string>> {
    return { DBUS_SESSION_BUS_ADDRESS: `unix:path=${this.#path}` }
  }

  /** All notifications until now, in their order; a replacement is another entry. */
  get shown(): readonly DesktopNotification[] {
    return this.#shown
  }

  /** Notifications that were neither closed nor replaced; a browser that ends removes its own. */
  get visible(): readonly DesktopNotification[] {
    return [...this.#visible.values()]
  }

  /**
   * @param button its text; without it the notification itself is pressed
   * @throws Error if it is not visible or has no such button
   */
  press({ id }: DesktopNotification, button?: string): void {
    const { connection, keys, title, buttons } = this.#find(id)
    const key = button === undefined ? 'default' : keys.get(button)
    if (!key) throw new Error(`the notification "${title}" has no button "${button}", but ${buttons.join(', ') || 'none'}`)
    emit(connection, 'ActionInvoked', 'us', [id, key])
  }

  /** As a person who dismisses it. @throws Error if it is not visible */
  dismiss({ id }: DesktopNotification): void {
    this.#close(id, DISMISSED)
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    for (const connection of this.#connections) connection.close()
    await closed
    await rm(this.#folder, { recursive: true, force: true })
  }

  get #path(): string {
    return join(this.#folder, 'bus')
  }

  #find(id: number): Shown {
    const found = this.#visible.get(id)
    const titles = this.visible.map(({ title }) => title).join(', ')
    if (!found) throw new Error(`the notification ${id} is not visible; visible are: ${titles || 'none'}`)
    return found
  }

  #close(id: number, reason: number): void {
    const { connection } = this.#find(id)
    this.#visible.delete(id)
    emit(connection, 'NotificationClosed', 'uu', [id, reason])
  }

  #forget(connection: DbusConnection): void {
    this.#connections.delete(connection)
    for (const [id, shown] of this.#visible) if (shown.connection === connection) this.#visible.delete(id)
  }

  #answer(connection: DbusConnection, { member, values }: DbusCall): DbusAnswer {
    const isOurs = values[0] === NAME
    switch (member) {
      case 'Hello':
        return { signature: 's', values: [':1.1'] }
      case 'AddMatch':
      case 'RemoveMatch':
        return { signature: '', values: [] }
      case 'NameHasOwner':
        return { signature: 'b', values: [isOurs] }
      case 'GetNameOwner':
        return isOurs ? { signature: 's', values: [OWNER] } : { error: NO_SUCH_NAME }
      case 'ListActivatableNames':
        return { signature: 'as', values: [[NAME]] }
      // 2: the service is already running.
      case 'StartServiceByName':
        return isOurs ? { signature: 'u', values: [2] } : { error: NO_SUCH_NAME }
      case 'GetCapabilities':
        return { signature: 'as', values: [CAPABILITIES] }
      case 'GetServerInformation':
        return { signature: 'ssss', values: ['Desktop of the tests', 'tests', '1', '1.2'] }
      case 'Notify':
        return { signature: 'u', values: [this.#show(connection, Notify.parse(values))] }
      case 'CloseNotification':
        if (this.#visible.has(Number(values[0]))) this.#close(Number(values[0]), CLOSED_BY_CALL)
        return { signature: '', values: [] }
      default:
        return { error: 'org.freedesktop.DBus.Error.UnknownMethod' }
    }
  }

  #show(connection: DbusConnection, [app, replaced, , title, body, actions, hints]: z.infer<typeof Notify>): number {
    const id = replaced || this.#shown.length + 1
    const pairs = actions.flatMap((key, index) => (index % 2 ? [] : [[actions[index + 1] ?? '', key] as const]))
    const keys = new Map(pairs.filter(([, key]) => key !== 'default'))
    const shown = {
      ...{ id, app, title, body, connection, keys, buttons: [...keys.keys()], replaced: replaced || undefined },
      hints: Object.fromEntries(hints.map(([name, { value }]) => [name, value])),
      at: performance.timeOrigin + performance.now(),
    }
    this.#shown.push(shown)
    this.#visible.set(id, shown)
    return id
  }
}

function emit(connection: DbusConnection, member: string, signature: string, values: readonly DbusValue[]): void {
  connection.emit({ sender: OWNER, path: PATH, interface: NAME, member, signature, values })
}
