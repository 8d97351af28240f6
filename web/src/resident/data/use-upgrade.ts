import { useNavigate } from 'react-router'
import { useBilling } from './subscription.ts'

/** @returns the way to the plans; undefined where the server takes no payments, and a button would end in a refusal */
export function useUpgrade(): (() => void) | undefined {
  const navigate = useNavigate()
  return useBilling() === 'off' ? undefined : () => void navigate('/subscription')
}
