/** /settings/doors/:id/sign: the sign and how to print it; the printout contains only the sign. */
import { useParams } from 'react-router'
import { publicBase } from '../../core/door-link.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { doorsTexts as t } from '../../features/doors/en-doors.ts'
import { SignView } from '../../features/doors/sign-view.tsx'
import { CentrePage, ErrorState } from '../../ui/primitives.tsx'
import { useDoors } from '../data/doors.ts'
import { useTitle } from '../use-title.ts'
import { LoadingPage } from './redirect-page.tsx'

export function SignPage() {
  const { id } = useParams()
  const doors = useDoors()
  const door = doors.data?.find((one) => String(one.id) === id)
  useTitle(door ? t.sign.title(door.label) : t.title)
  if (door) return <SignView door={door} base={publicBase()} />
  if (doors.isPending) return <LoadingPage />
  const text = doors.isError ? t.failed : t.sign.missing
  return (
    <CentrePage>
      <ErrorState text={text} retry={sharedTexts.common.retry} onRetry={() => void doors.refetch()} />
    </CentrePage>
  )
}
