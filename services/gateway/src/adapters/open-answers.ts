/** The answers that are not complete yet, for a copy that stops. */
import type { Server, ServerResponse } from 'node:http'

export class OpenAnswers {
  readonly #open = new Set<ServerResponse>()
  #isStopping = false
  #allEnded: () => void = () => undefined

  /** Counts the answers of a server from now on. */
  watch(server: Server): void {
    server.prependListener('request', (_request, response) => {
      this.#open.add(response)
      if (this.#isStopping) endsConnection(response)
      response.once('close', () => {
        this.#open.delete(response)
        if (this.#open.size === 0) this.#allEnded()
      })
    })
  }

  get isStopping(): boolean {
    return this.#isStopping
  }

  /** From now on every answer ends its connection, so that the client's next request opens one to another copy. */
  stop(): void {
    this.#isStopping = true
    for (const response of this.#open) endsConnection(response)
  }

  /** Resolves when every answer is complete. */
  async ended(): Promise<void> {
    const ended = new Promise<void>((resolve) => {
      this.#allEnded = resolve
    })
    if (this.#open.size > 0) await ended
  }
}

function endsConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}
