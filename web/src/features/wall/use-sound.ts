/** Whether rings can be heard: browsers play no sound before the first touch, which allows it here. */
import { useEffect } from 'react'
import { useServices } from '../../core/services.ts'
import { useValue } from '../../core/use-value.ts'

/** @param urls the doors' sounds */
export function useSound(urls: readonly string[]): boolean {
  const { sounds } = useServices()
  const isBlocked = useValue(sounds.blocked)
  const joined = urls.join(' ')
  useEffect(() => {
    const arm = () => void sounds.arm(joined.split(' ').filter(Boolean))
    arm()
    window.addEventListener('click', arm)
    window.addEventListener('keydown', arm)
    return () => {
      window.removeEventListener('click', arm)
      window.removeEventListener('keydown', arm)
    }
  }, [sounds, joined])
  return !isBlocked
}
