import { useNavigate } from 'react-router'
import { useBilling } from '../../features/subscription/queries.ts'

/** @returns a function that opens the plans; undefined if the server takes no payments */
export function useUpgrade(): (() => void) | undefined {
  const navigate = useNavigate()
  return useBilling() === 'off' ? undefined : () => void navigate('/subscription')
}
