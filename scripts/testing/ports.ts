import { portProblem } from '#scripts/servers/ports.ts'

/** Below the ports that the system gives to outgoing connections and to listeners on port 0 (Linux: from 32768 on). */
const FIRST = 10_000
const COUNT = 20_000
let asked = 0

/**
 * A port for a product that listens on it some seconds later: no other test process, and no connection, takes it meanwhile.
 * @param count how many ports in a row are asked for
 * @returns the first of them
 */
export async function testPort(count = 1): Promise<number> {
  for (;;) {
    const first = FIRST + ((process.pid * 131 + asked) % COUNT)
    asked += count
    const row = Array.from({ length: count }, (_, index) => portProblem(first + index, '127.0.0.1'))
    if ((await Promise.all(row)).every((problem) => !problem)) return first
  }
}
