/** The texts of the pages behind links of emails, with their German. */
const german = {
  'Accept and sign in': 'Annehmen und anmelden',
  'Accept your invitation': 'Einladung annehmen',
  'Agree to the change': 'Der Änderung zustimmen',
  'Allow forwarding': 'Weiterleitung erlauben',
  'Change your email address': 'E-Mail-Adresse ändern',
  'Choose a new password': 'Neues Kennwort wählen',
  'Confirm and sign in': 'Bestätigen und anmelden',
  'Confirm this address': 'Diese Adresse bestätigen',
  'Confirm your email address': 'E-Mail-Adresse bestätigen',
  'Confirm your new email address': 'Neue E-Mail-Adresse bestätigen',
  Continue: 'Weiter',
  'Did you not add it yourself? Then also choose a new password: someone may be using your account.':
    'Haben Sie sie nicht selbst hinzugefügt? Dann wählen Sie auch ein neues Kennwort: Vielleicht nutzt ' +
    'jemand Ihr Konto.',
  'Email may be forwarded to you': 'E-Mails dürfen an Sie weitergeleitet werden',
  'End forwarding': 'Weiterleitung beenden',
  'End the daily digest?': 'Tägliche Zusammenfassung beenden?',
  'End the digest': 'Zusammenfassung beenden',
  'End the weekly digest?': 'Wöchentliche Zusammenfassung beenden?',
  'Forwarding has ended': 'Die Weiterleitung ist beendet',
  'Get a daily digest?': 'Tägliche Zusammenfassung erhalten?',
  'Get a weekly digest?': 'Wöchentliche Zusammenfassung erhalten?',
  'If no email arrives, ask the person who is named in the email to send the link again.':
    'Kommt keine E-Mail an, bitten Sie die Person, die in der E-Mail genannt ist, den Link noch einmal zu senden.',
  'It is incomplete or too old, so nothing was changed.':
    'Er ist unvollständig oder zu alt, daher wurde nichts geändert.',
  'It is older than {days} days, or a newer one was sent.':
    'Er ist älter als {days} Tage, oder es wurde ein neuerer gesendet.',
  'May email be forwarded to you?': 'Dürfen E-Mails an Sie weitergeleitet werden?',
  'Not what you expected? Close this page: nothing happens until you press the button.':
    'Nicht das, was Sie erwartet haben? Schließen Sie diese Seite: Ohne Klick auf die Schaltfläche geschieht nichts.',
  'Not what you expected? Close this page: nothing is forwarded until you press the button.':
    'Nicht das, was Sie erwartet haben? Schließen Sie diese Seite: Ohne Klick auf die Schaltfläche ' +
    'wird nichts weitergeleitet.',
  'Not what you expected? Close this page: nothing is sent until you press the button.':
    'Nicht das, was Sie erwartet haben? Schließen Sie diese Seite: Ohne Klick auf die Schaltfläche ' +
    'wird nichts gesendet.',
  'Nothing is then forwarded to you any more, and the person is notified.':
    'Danach wird nichts mehr an Sie weitergeleitet, und die Person wird benachrichtigt.',
  'Open the link in the newest digest, or sign in and switch the digest off at {account}.':
    'Öffnen Sie den Link der neuesten Zusammenfassung, oder melden Sie sich an und schalten Sie sie ' +
    'unter {account} aus.',
  'Please press the button again. If this page keeps coming back, allow cookies for this site.':
    'Bitte klicken Sie noch einmal auf die Schaltfläche. Wenn diese Seite immer wiederkommt, erlauben Sie Cookies ' +
    'für diese Website.',
  'Questions:': 'Fragen:',
  'Remove address': 'Adresse entfernen',
  'Remove this address?': 'Diese Adresse entfernen?',
  'Send me the digest': 'Zusammenfassung erhalten',
  'Sign in': 'Anmelden',
  'The address is removed': 'Die Adresse ist entfernt',
  'The digest is off': 'Die Zusammenfassung ist ausgeschaltet',
  'The digest is on': 'Die Zusammenfassung ist eingeschaltet',
  'The digest was switched off, or the link is incomplete.':
    'Die Zusammenfassung wurde ausgeschaltet, oder der Link ist unvollständig.',
  'This address is not there any more': 'Diese Adresse gibt es nicht mehr',
  'This agrees that another address takes the place of {address} in your {product} account.':
    'Damit stimmen Sie zu, dass eine andere Adresse in Ihrem Konto bei {product} an die Stelle von {address} tritt.',
  'This allows {product} to forward email to {address}, for the person who is named in the email with this link.':
    'Damit darf {product} E-Mails an {address} weiterleiten, für die Person, die in der E-Mail mit ' +
    'diesem Link genannt ist.',
  'This confirms {address} and signs you in to {product} in this browser.':
    'Damit bestätigen Sie {address} und melden sich in diesem Browser bei {product} an.',
  'This confirms that {address} is yours. It becomes the address of your {product} account.':
    'Damit bestätigen Sie, dass {address} Ihnen gehört. Es wird die Adresse Ihres Kontos bei {product}.',
  'This link does not work': 'Dieser Link funktioniert nicht',
  'This link no longer works': 'Dieser Link funktioniert nicht mehr',
  'This signs you in to {product} as {address} in this browser.':
    'Damit melden Sie sich in diesem Browser als {address} bei {product} an.',
  'This signs you in to {product} as {address}, so that you can choose a new password.':
    'Damit melden Sie sich als {address} bei {product} an und können ein neues Kennwort wählen.',
  'To choose how often it comes instead, sign in and open {account}.':
    'Um stattdessen zu wählen, wie oft sie kommt, melden Sie sich an und öffnen Sie {account}.',
  'To switch it on, sign in and open {account}.': 'Um sie einzuschalten, melden Sie sich an und öffnen Sie {account}.',
  'You can close this page. Each digest has a link that ends it.':
    'Sie können diese Seite schließen. Jede Zusammenfassung enthält einen Link, der sie beendet.',
  'You can close this page. If you did not add the address yourself, choose a new password now.':
    'Sie können diese Seite schließen. Haben Sie die Adresse nicht selbst hinzugefügt, wählen Sie jetzt ' +
    'ein neues Kennwort.',
  'You can close this page. To allow it again, open the link in the email.':
    'Sie können diese Seite schließen. Um sie wieder zu erlauben, öffnen Sie den Link in der E-Mail.',
  'You can close this page. To end the forwarding, open the link in the email again.':
    'Sie können diese Seite schließen. Um die Weiterleitung zu beenden, öffnen Sie den Link in der E-Mail noch einmal.',
  'You can close this page. To switch it on again, sign in and open {account}.':
    'Sie können diese Seite schließen. Um sie wieder einzuschalten, melden Sie sich an und öffnen Sie {account}.',
  '{product} forwards email to {address}, for the person who is named in the email with this link.':
    '{product} leitet E-Mails an {address} weiter, für die Person, die in der E-Mail mit diesem Link genannt ist.',
  '{product} forwards no email to it.': '{product} leitet keine E-Mails an sie weiter.',
  '{product} forwards no email to {address} any more.': '{product} leitet keine E-Mails mehr an {address} weiter.',
  '{product} may now forward email to {address}.': '{product} darf jetzt E-Mails an {address} weiterleiten.',
  '{product} sends it to {address}.': '{product} sendet sie an {address}.',
  '{product} sends you no digest any more.': '{product} sendet Ihnen keine Zusammenfassung mehr.',
  '{product} then forwards none of your email to {address}.':
    '{product} leitet dann keine Ihrer E-Mails mehr an {address} weiter.',
  '{product} then sends you no digest any more. Your email is sorted as before.':
    '{product} sendet Ihnen dann keine Zusammenfassung mehr. Ihre E-Mails werden wie bisher sortiert.',
  '{product} then sends {address} a daily summary of sorted email.':
    '{product} sendet dann täglich eine Zusammenfassung der sortierten E-Mails an {address}.',
  '{product} then sends {address} a weekly summary of sorted email.':
    '{product} sendet dann wöchentlich eine Zusammenfassung der sortierten E-Mails an {address}.',
} as const

/** English; its German is above. */
export type LinkPageText = keyof typeof german
export type LinkPageValues = Readonly<Record<string, string | number>>

/** Fills the placeholders of a text, in German or English. */
export const linkPageText = (language: string, english: LinkPageText, values: LinkPageValues): string =>
  (language === 'de' ? german[english] : english).replace(/\{(\w+)\}/g, (_, name: string) => `${values[name] ?? ''}`)
