/** What a language says in the mails about the account itself. */
type Text = { readonly subject: string; readonly lines: (link: string) => readonly string[] }
export type AccountMailTexts = Readonly<
  Record<
    | 'passwordChanged'
    | 'resetPassword'
    | 'emailChanged'
    | 'emailBack'
    | 'emailTaken'
    | 'deletionWaits'
    | 'deleted'
    | 'notificationsOff'
    | 'logsOff'
    | 'sessionEnds',
    Text
  >
>
