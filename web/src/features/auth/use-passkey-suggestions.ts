/** Passkeys among the browser's suggestions for the username. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { TIME } from '#proto/limits.ts'
import { canSuggestPasskeys, endPasskeyRequests, suggestPasskeys } from '../../core/passkeys.ts'
import { keys } from '../../core/query-cache.ts'
import { useServices } from '../../core/services.ts'
import type { useSignInWithPasskey } from './queries.ts'

/** Before its end, so that there is time to answer it. */
const RENEW_AFTER = TIME.passkeyChallengeLife - 90_000

type SignIn = Pick<ReturnType<typeof useSignInWithPasskey>, 'mutate' | 'isPending' | 'isError'>

/**
 * A browser has one request at a time, so there are no suggestions while the button's own prompt is open. After a failure only the
 * button starts one: a device that answers without a prompt would fail again immediately.
 */
export function usePasskeySuggestions({ mutate, isPending, isError }: SignIn): void {
  const { api } = useServices()
  const { data: options } = useQuery({
    queryKey: keys.passkeySuggestions,
    queryFn: async () => ((await canSuggestPasskeys()) ? api.call('auth.begin_passkey_sign_in', {}) : null),
    staleTime: RENEW_AFTER,
    refetchInterval: RENEW_AFTER,
    // A page in the background does not refetch.
    refetchOnWindowFocus: true,
    gcTime: 0,
  })
  useEffect(() => {
    if (!options || isPending || isError) return
    let isOver = false
    void suggestPasskeys(options).then((chosen) => (chosen && !isOver ? mutate(chosen) : undefined))
    // The next request ends this one in the browser.
    return () => {
      isOver = true
    }
  }, [options, isPending, isError, mutate])
  useEffect(() => () => void endPasskeyRequests(), [])
}
