/**
 * Replacing the code of a ring's door (docs/product/decisions.md, 11): asks first, replaces the code, and opens the page that prints the
 * new sign.
 */
import { useNavigate } from 'react-router'
import { succeeds } from '../features/doors/actions.ts'
import { useRotateDoor } from '../features/doors/queries.ts'
import { RotateDialog } from '../features/doors/rotate-dialog.tsx'

type Props = { readonly doorId: number; readonly onClose: () => void }

export function ReplaceCode({ doorId, onClose }: Props) {
  const rotate = useRotateDoor()
  const navigate = useNavigate()
  const rotateAndPrint = async (graceHours: number) => {
    const isRotated = await succeeds(rotate.mutateAsync({ id: doorId, graceHours }))
    if (isRotated) void navigate(`/settings/doors/${doorId}/sign`)
    return isRotated
  }
  return <RotateDialog onRotate={rotateAndPrint} onClose={onClose} />
}
