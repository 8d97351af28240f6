/** Keeping a visit, blocking its visitor, and the list of blocked visitors. */
import { useState } from 'react'
import type { Activity } from '#proto/entities.ts'
import { BlockDialog } from './block-dialog.tsx'
import { BlockedVisitorsCard } from './blocked-card.tsx'
import { useBlock, useBlocks, useKeep, useUnblock } from './queries.ts'
import { VisitActions } from './visit-actions.tsx'

type Props = { readonly activity: Activity; readonly onReplaceCode: (() => void) | undefined }

export function VisitActionsFor({ activity, onReplaceCode }: Props) {
  const [isAsking, setAsking] = useState(false)
  const keep = useKeep()
  const block = useBlock()
  const unblock = useUnblock()
  const blocks = useBlocks()
  // A ring may be covered by another ring's block: only its own block can be removed here.
  const own = blocks.data?.find(({ activityId }) => activityId === activity.id)
  return (
    <>
      <VisitActions
        activity={{ ...activity, blocked: blocks.data ? own !== undefined : activity.blocked }}
        busy={keep.isPending || block.isPending || unblock.isPending}
        onKeep={(kept) => keep.mutate({ id: activity.id, keep: kept })}
        onBlock={(blocked) => {
          if (blocked) setAsking(true)
          else if (own) unblock.mutate(own.id)
        }}
      />
      {isAsking ? (
        <BlockDialog
          activity={activity}
          onBlock={() => block.mutateAsync(activity.id)}
          onReplaceCode={
            onReplaceCode &&
            (() => {
              setAsking(false)
              onReplaceCode()
            })
          }
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}

export function Blocked() {
  const blocks = useBlocks()
  const unblock = useUnblock()
  return <BlockedVisitorsCard blocks={blocks.data ?? []} busy={unblock.isPending} onUnblock={(id) => unblock.mutate(id)} />
}
