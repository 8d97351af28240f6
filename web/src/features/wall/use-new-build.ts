/** Reloads the page once the server has a newer build and nothing rings: nobody reloads a tablet at the wall by hand. */
import { useEffect, useRef } from 'react'
import { useServices } from '../../core/services.ts'
import { useValue } from '../../core/use-value.ts'
import { pageScriptOf } from './page-script.ts'

const CHECK_MS = 600_000

/** @returns the script of the build that the server has now; undefined while it does not answer */
async function fetchPageScript(): Promise<string | undefined> {
  try {
    const response = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } })
    return response.ok ? pageScriptOf(await response.text()) : undefined
  } catch {
    return undefined
  }
}

/** @param isBusy a ring, a call or a chat is open, or the display is in use */
export function useNewBuild(isBusy: boolean): void {
  const { worker } = useServices()
  const busy = useRef(isBusy)
  busy.current = isBusy
  const hasUpdate = useValue(worker.hasUpdate)
  useEffect(() => {
    if (hasUpdate && !isBusy) worker.update()
  }, [hasUpdate, isBusy, worker])
  useEffect(() => {
    const own = pageScriptOf(document.documentElement.outerHTML)
    const check = async () => {
      if (busy.current) return
      const newest = await fetchPageScript()
      // It may have begun to ring meanwhile; the next check is soon enough.
      if (!own || !newest || newest === own || busy.current) return
      // A worker answers with its stored build, until it has the new one.
      if (!(await worker.look())) location.reload()
    }
    const timer = setInterval(() => void check(), CHECK_MS)
    return () => clearInterval(timer)
  }, [worker])
}
