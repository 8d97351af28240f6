/** The dashboard's card of visit requests, connected to the server. */
import { Button } from 'antd'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useToast } from '../../ui/toasts.tsx'
import { visitRequestTexts } from './en-visits.ts'
import { useDecideVisit, useVisitRequests } from './queries.ts'
import { RequestsCard } from './requests-card.tsx'

const t = visitRequestTexts
/** A notification's View Details links here. */
function useArrival(there: boolean): void {
  const { hash, key } = useLocation()
  useEffect(() => {
    if (there && key && hash === '#visit-requests') document.getElementById('visit-requests')?.scrollIntoView({ block: 'center' })
  }, [there, hash, key])
}

export function VisitRequests() {
  const toast = useToast()
  const { requests, failed, retry } = useVisitRequests()
  const decide = useDecideVisit((id, decision) =>
    toast({
      kind: 'success',
      title: decision === 'approve' ? t.approved : t.declined,
      // An approved request stays in the card and can be withdrawn; a declined one leaves it.
      action:
        decision === 'decline' ? (
          <Button size="small" onClick={() => decide.mutate({ id, decision: 'approve' })}>
            {t.approve}
          </Button>
        ) : null,
    }),
  )
  useArrival(Boolean(requests?.length))
  return (
    <RequestsCard
      requests={requests}
      failed={failed}
      under={decide.isPending ? decide.variables.id : undefined}
      onDecide={({ id }, decision) => decide.mutate({ id, decision })}
      onRetry={retry}
    />
  )
}
