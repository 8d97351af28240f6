/** Finds the operation of a request without express: for early refusals, and for operations that bypass express. */
import { operations } from '#proto/operations/index.ts'
import type { Named } from './forward.ts'

/** Paths as a tree of their names; `''` stands for a parameter. */
type Node = { readonly children: Map<string, Node>; readonly operations: Map<string, Named> }
const PARAMETER = ''
const node = (): Node => ({ children: new Map(), operations: new Map() })

const namesOf = (path: string) => path.slice(1).split('/')

function treeOf(all: readonly Named[]): Node {
  const root = node()
  for (const operation of all) {
    const { method, path } = operation.http ?? {}
    if (!method || !path?.startsWith('/api/')) continue
    let at = root
    for (const name of namesOf(path)) {
      const key = name.startsWith(':') ? PARAMETER : name
      const next = at.children.get(key) ?? node()
      at.children.set(key, next)
      at = next
    }
    at.operations.set(method, operation)
  }
  return root
}

function find(at: Node, names: readonly string[], index: number, method: string): Named | undefined {
  if (index === names.length) return at.operations.get(method)
  const name = names[index] ?? ''
  if (!name) return undefined
  const literal = at.children.get(name)
  const parameter = at.children.get(PARAMETER)
  return (literal && find(literal, names, index + 1, method)) ?? (parameter && find(parameter, names, index + 1, method))
}

const root = treeOf(operations)

/** @returns the operation of the API at this path, spelled as in the contract; any other spelling is left to express */
export const findOperation = (method: string, path: string): Named | undefined =>
  find(root, namesOf(path), 0, method === 'HEAD' ? 'GET' : method)
