import { portProblem } from '#scripts/servers/ports.ts'

/** Below the ports that the system gives to outgoing connections and to listeners on port 0 (Linux: from 32768 on). */
const FIRST = 10_000
const COUNT = 20_000
let asked = 0

/** A port for a product that listens on it some seconds later: no other test process, and no connection, takes it meanwhile. */
export async function testPort(): Promise<number> {
  for (;;) {
    const port = FIRST + ((process.pid * 131 + asked) % COUNT)
    asked += 1
    if (!(await portProblem(port, '127.0.0.1'))) return port
  }
}
