/** Opens every page as every caller: only those who may see an object of the owner see it. */
import { sendAs } from '#scripts/lab/fuzz/sender.ts'
import { rowName } from './cells.ts'
import { leaksIn, secretIds } from './leaks.ts'
import { PAGE_ROWS, type PageRow } from './page-rows.ts'
import { freshAddress, type Scene } from './scene.ts'
import { SECRET } from './secret.ts'

/** Answers of a page: itself, or that there is no such object. */
const ANSWERS: readonly number[] = [200, 404]

export class PageMatrix {
  /** How many pages were opened, by caller. */
  readonly tried = new Map<string, number>()
  readonly #scene: Scene

  constructor(scene: Scene) {
    this.#scene = scene
  }

  /** @returns the errors, as sentences */
  async tryAll(): Promise<readonly string[]> {
    const found: (readonly string[])[] = []
    for (const row of PAGE_ROWS) found.push(await this.#tryRow(row))
    return found.flat()
  }

  async #tryRow(row: PageRow): Promise<readonly string[]> {
    const { owned, other, otherVisitor, revoked, deleted } = this.#scene
    const { resident, rings } = owned
    const wrong = {
      nobody: '',
      'another visitor': otherVisitor.client.cookieHeader,
      'another resident': other.client.cookieHeader,
      'an ended session': revoked,
      'a deleted account': deleted,
      'the owner': resident.client.cookieHeader,
    }
    const visitor = rings.kept.visitor.client.cookieHeader
    const path = row.path(owned)
    const found: string[] = []
    for (const [caller, cookie] of Object.entries(row.shownTo === 'link' ? {} : wrong)) {
      const { status, text } = await this.#open(path, cookie, caller)
      const leaks = leaksIn(text, path, secretIds(owned))
      if (!ANSWERS.includes(status) || leaks.length)
        found.push(`${rowName(row.page, row)}, ${caller}: ${status}, the page contains ${leaks.join(', ') || 'nothing of the owner'}`)
    }
    const { text } = await this.#open(path, visitor, 'the visitor')
    if (row.shownTo !== 'nobody' && !text.includes(SECRET))
      found.push(`${rowName(row.page, row)}, the visitor: the page lacks the own text`)
    return found
  }

  #open(path: string, cookie: string, caller: string) {
    this.tried.set(caller, (this.tried.get(caller) ?? 0) + 1)
    return sendAs(this.#scene.world.url, { method: 'GET', path, headers: {} }, cookie, freshAddress())
  }
}
