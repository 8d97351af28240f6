/** The doors section connected to the server. */
import { useNavigate } from 'react-router'
import { useSignedIn } from '../../resident/shell/signed-in.tsx'
import { useBilling } from '../subscription/queries.ts'
import { DoorsSection } from './doors-section.tsx'
import { useAddDoor, useChangeDoor, useDoors, useRemoveDoor, useRotateDoor, useUploadSound } from './queries.ts'

export function DoorsSettings() {
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
      canBuy={billing === 'stripe'}
      onRetry={() => void doors.refetch()}
      onUpgrade={() => void navigate('/subscription')}
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
