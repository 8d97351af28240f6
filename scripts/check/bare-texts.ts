/**
 * Finds texts of the web's markup that stand beside a sibling without an element of their own. React keeps such a text as a node and works
 * on it alone: a page translator (or an extension) that has replaced the node makes the next change beside it throw, or leaves the old text
 * on the screen. A text that is its element's only child is set through the element, which stays (record 0061).
 */
import { join } from 'node:path'
import { type JsxChild, type JsxElement, type JsxFragment, type Node, SyntaxKind } from 'typescript/unstable/ast'
import { API, type Checker, type Type, TypeFlags, type UnionOrIntersectionType } from 'typescript/unstable/sync'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import type { Result } from './rule.ts'
import type { Finding } from './source.ts'

const PAGES = /^src\/.*\.tsx$/

const isParent = (node: Node): node is JsxElement | JsxFragment =>
  node.kind === SyntaxKind.JsxElement || node.kind === SyntaxKind.JsxFragment

const partsOf = (type: Type): readonly Type[] =>
  type.flags & TypeFlags.UnionOrIntersection ? (type as UnionOrIntersectionType).getTypes() : [type]

/** React renders nothing for an empty text. */
const isText = (type: Type): boolean =>
  Boolean(type.flags & (TypeFlags.StringLike | TypeFlags.NumberLike)) && !('value' in type && type.value === '')

/** `children` and other parts that a caller passes in: the caller's own markup is checked. */
const isNodeOfCaller = (parts: readonly Type[]): boolean => parts.some((part) => part.flags & TypeFlags.BigIntLike)

function isRendered(child: JsxChild): boolean {
  if (child.kind === SyntaxKind.JsxText) return !/^\s*\n\s*$/.test(child.text)
  return child.kind !== SyntaxKind.JsxExpression || child.expression !== undefined
}

function isBareText(child: JsxChild, checker: Checker): boolean {
  if (child.kind === SyntaxKind.JsxText) return true
  if (child.kind !== SyntaxKind.JsxExpression || !child.expression) return false
  const type = checker.getTypeAtLocation(child.expression)
  const parts = type ? partsOf(type) : []
  return parts.some(isText) && !isNodeOfCaller(parts)
}

/** @returns a finding for each bare text of the program's pages; a fragment may have siblings wherever it is used */
export function bareTexts(folder: string, isPage: (file: string) => boolean): Finding[] {
  const api = new API({ cwd: folder })
  try {
    const [project] = api.updateSnapshot({ openProjects: [join(folder, 'tsconfig.json')] }).getProjects()
    const files = project?.program.getSourceFileNames().filter((name) => name.startsWith(`${folder}/`)) ?? []
    return files.flatMap((name) => {
      const file = name.slice(folder.length + 1)
      const source = isPage(file) ? project?.program.getSourceFile(name) : undefined
      if (!project || !source) return []
      const found: Finding[] = []
      const visit = (node: Node): void => {
        if (isParent(node)) {
          const children = node.children.filter(isRendered)
          const alone = children.length === 1 && node.kind === SyntaxKind.JsxElement
          for (const child of alone ? [] : children) {
            if (!isBareText(child, project.checker)) continue
            const line = source.text.slice(0, child.end).split('\n').length
            found.push({ file, line, message: 'a text beside a sibling: give it an element (<span>; <bdi> for a name)' })
          }
        }
        node.forEachChild((child) => visit(child))
      }
      visit(source)
      return found
    })
  } finally {
    api.close()
  }
}

export async function textsAlone(): Promise<Result> {
  const findings = bareTexts(join(ROOT, 'web'), (file) => PAGES.test(file))
  return { findings: findings.map((finding) => ({ ...finding, file: `web/${finding.file}` })) }
}
