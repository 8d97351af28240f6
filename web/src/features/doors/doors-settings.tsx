/** The doors section connected to the server. */
import { useNavigate } from 'react-router'
import { useDoors } from '../../core/queries/doors.ts'
import { UPGRADE_PATH, useBilling } from '../../core/queries/subscription.ts'
import { useSignedIn } from '../../core/queries/user.ts'
import { DoorsSection } from './doors-section.tsx'
import { useAddDoor, useChangeDoor, useRemoveDoor, useRotateDoor, useUploadSound } from './queries.ts'

type Props = Pick<Parameters<typeof DoorsSection>[0], 'tryOut'>

export function DoorsSettings({ tryOut }: Props) {
  const user = useSignedIn()
  const navigate = useNavigate()
  const doors = useDoors()
  const billing = useBilling()
  const [add, change, rotate, remove, upload] = [useAddDoor(), useChangeDoor(), useRotateDoor(), useRemoveDoor(), useUploadSound()]
  return (
    <DoorsSection
      doors={doors.data}
      failed={doors.isError}
      premium={user.subscriptionTier === 'premium'}
      billing={billing}
      tryOut={tryOut}
      onRetry={() => void doors.refetch()}
      onUpgrade={() => void navigate(UPGRADE_PATH)}
      actions={{
        add: (label) => add.mutateAsync(label),
        change: (id, values) => change.mutateAsync({ id, change: values }),
        rotate: (id, graceHours) => rotate.mutateAsync({ id, graceHours }),
        remove: (id) => remove.mutateAsync(id),
        upload: (id, file) => upload.mutateAsync({ id, file }),
      }}
    />
  )
}
