/** /household. The password that inviting may need is asked for as on the Security page. */
import { HouseholdView } from '../../features/household/household-view.tsx'
import { useReauthentication } from '../../features/security/use-reauthentication.tsx'

export function HouseholdPage() {
  const { run, dialog } = useReauthentication()
  return (
    <>
      <HouseholdView run={run} />
      {dialog}
    </>
  )
}
