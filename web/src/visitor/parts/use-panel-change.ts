import { useLayoutEffect, useRef } from 'react'

/** @param panel changes when the pressable controls change; its first value has no effect */
export function usePanelChange(panel: string, panelChanged: () => void): void {
  const last = useRef(panel)
  useLayoutEffect(() => {
    if (last.current !== panel) panelChanged()
    last.current = panel
  }, [panel, panelChanged])
}
