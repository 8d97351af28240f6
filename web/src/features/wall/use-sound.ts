/** Whether rings are audible: browsers play no sound before the first touch, which allows it here. */
import { useEffect } from 'react'
import { useServices } from '../../core/services.ts'
import { useValue } from '../../core/use-value.ts'

/** @param urls the doors' sounds */
export function useSound(urls: readonly string[]): boolean {
  const { sounds } = useServices()
  const isBlocked = useValue(sounds.blocked)
  const joined = urls.join(' ')
  useEffect(() => {
    const arm = () => sounds.arm(joined.split(' ').filter(Boolean))
    // Where the silent try is inconclusive, as on an iPad, an audible one is made, once.
    const touch = async () => {
      if (!sounds.blocked.get()) return
      await arm()
      if (sounds.blocked.get()) await sounds.ringOnce()
    }
    const onTouch = () => void touch()
    void arm()
    window.addEventListener('click', onTouch)
    window.addEventListener('keydown', onTouch)
    return () => {
      window.removeEventListener('click', onTouch)
      window.removeEventListener('keydown', onTouch)
    }
  }, [sounds, joined])
  return !isBlocked
}
