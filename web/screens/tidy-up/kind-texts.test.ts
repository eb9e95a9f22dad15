import { afterAll, describe, expect, test } from 'vitest'
import { type EmailKind, emailKinds } from '../../../contract/email-kinds.ts'
import { createModel, rank } from '../../../packages/classifier/classifier.ts'
import { mailWith } from '../../../packages/classifier/testing/messages.ts'
import { german } from '../../texts/de/german.ts'
import { setLanguage, t } from '../../texts/translate.ts'
import { kindTexts } from './kind-texts.ts'

/** Typical emails of each kind: subject and text. */
type Emails = Record<EmailKind, readonly (readonly [subject: string, text: string])[]>

const english: Emails = {
  newsletters: [
    [
      'The Sunday letter: five things worth reading',
      'Read this issue in your browser. This week: essays, links and a long article.',
    ],
    [
      'Weekly digest #212',
      'News and articles from our editors. You receive this newsletter because you signed up. Unsubscribe',
    ],
  ],
  offers: [
    ['20% off everything this weekend', 'Our big sale is here. Use the code SPRING and save on your favourites.'],
    ['Your exclusive voucher is waiting', 'Shop now: a discount of 15 euro on new arrivals, free shipping.'],
  ],
  orders: [
    ['Thank you for your order 48213', 'We have received your order. Items: 2 shirts. Order total: 64.00.'],
    [
      'Your return has been received',
      'We have received the item that you sent back and issue your refund for the order.',
    ],
  ],
  deliveries: [
    [
      'Your parcel arrives today',
      'The driver is on the way with your package. Track your parcel with the tracking number.',
    ],
    [
      'Your package is at the pick-up point',
      'We could not deliver your parcel. Collect it at the parcel locker with this tracking code.',
    ],
  ],
  bills: [
    ['Invoice 2024-118', 'Please find attached your invoice. Amount due: 84.20 euro, payable within 14 days.'],
    ['Reminder: payment overdue', 'Our invoice 4711 is still unpaid. Please pay the amount due by Friday.'],
  ],
  subscriptions: [
    [
      'Your subscription renews on 3 May',
      'Your monthly plan renews automatically. Manage or cancel your subscription in your account.',
    ],
    [
      'Your free trial ends soon',
      'Keep streaming: your trial ends in three days, then your membership costs 9.99 a month.',
    ],
  ],
  banking: [
    ['Your account statement is ready', 'The statement of your current account is available in online banking.'],
    ['A transfer from your account', 'You made a transfer of 300 euro to your savings account. Your bank.'],
  ],
  insurance: [
    ['Your policy documents', 'Please find your insurance policy and the premium for the coming year.'],
    ['Your claim 5512', 'We have received your claim. The insurer assesses the damage and your cover.'],
  ],
  taxes: [
    ['Your tax return for 2025', 'The tax adviser has prepared your tax return. Please send the missing receipts.'],
    ['Tax assessment notice', 'The tax office has assessed your income tax. The notice is in your account.'],
  ],
  travel: [
    ['Your flight to Lisbon', 'Check-in is open. Your boarding pass and booking reference are below.'],
    [
      'Booking confirmed: Hotel Miramar',
      'Your stay of three nights is confirmed. Check-in from 3 pm, breakfast included.',
    ],
  ],
  tickets: [
    ['Your tickets for the concert', 'Doors open at 7 pm. Show these tickets on your phone at the venue.'],
    ['Booking confirmation: cinema', 'Two seats in row F for Saturday’s show. Bring your e-ticket to the theatre.'],
  ],
  school: [
    ['Parents’ evening on Thursday', 'Dear parents, the class teacher invites you to the school at 7 pm.'],
    ['School trip: permission slip', 'Please sign the form for the trip of class 4b and return it to school.'],
  ],
  university: [
    [
      'Exam registration closes on Friday',
      'Register for the exams of this semester in the campus portal of the university.',
    ],
    ['Lecture moved to room 4', 'Dear students, the lecture and the seminar take place in another room.'],
  ],
  clubs: [
    [
      'Training is cancelled tonight',
      'The pitch is closed, so there is no training. The club’s coach will write again.',
    ],
    ['Annual meeting of members', 'The committee of our club invites all members to the general meeting.'],
  ],
  health: [
    [
      'Your appointment with Dr Miller',
      'We confirm your appointment at the practice on Monday. Please bring your card.',
    ],
    [
      'Your test results',
      'The results of your blood test are ready. Please call the doctor. A prescription is at the pharmacy.',
    ],
  ],
  home: [
    ['Repair of the heating', 'The plumber comes to your flat on Tuesday. Your landlord.'],
    ['Rent from January', 'Your landlord informs you about the rent of the apartment and the service charges.'],
  ],
  car: [
    ['Your car is ready', 'The garage has finished the service of your car and changed the tyres.'],
    ['MOT due next month', 'The inspection of your vehicle is due. Book a slot at our workshop.'],
  ],
  work: [
    ['Minutes of Monday’s meeting', 'Dear colleagues, please find the minutes and the open tasks of the project.'],
    ['Project plan, version 3', 'The team meeting is at ten. The schedule and the status report are attached.'],
  ],
  customers: [
    [
      'Request for a quote',
      'We are a customer of yours and would like a quote for 200 pieces. Could you send us an offer?',
    ],
    [
      'Complaint about our last order from you',
      'As your client we are not satisfied. Please have your support team look at our request.',
    ],
  ],
  jobs: [
    ['Your application as an engineer', 'Thank you for applying. We would like to invite you to a job interview.'],
    ['12 new jobs for you', 'Your job alert: new vacancies near you. Apply now.'],
  ],
  software: [
    ['[acme/api] Fix the parser (#412)', 'A pull request was opened. Review the commits, the build has passed.'],
    ['Release 2.4.0', 'New release on the repository: bug fixes, merged pull requests and a changelog for developers.'],
  ],
  alerts: [
    ['[ALERT] db-1 is down', 'The monitoring reports that the server does not respond. CPU and disk are critical.'],
    ['Backup failed on nas-2', 'The nightly backup job ended with an error. Check the device and its log.'],
  ],
  social: [
    ['Mia and 3 others liked your post', 'You have new followers and a comment on your photo. See your notifications.'],
    ['You have a new friend request', 'Tom wants to connect with you and mentioned you in a comment.'],
  ],
  government: [
    [
      'Your identity card is ready',
      'Your new identity card can be collected at the town hall. Please bring your passport.',
    ],
    ['Polling card for the election', 'The municipality informs you about the election and your polling station.'],
  ],
  charity: [
    ['Your donation receipt', 'Thank you for your donation to our charity. It helps children in need.'],
    ['Winter appeal', 'Our volunteers need your help. Donate today and support our work for people in need.'],
  ],
  games: [
    ['A game on your wish list is on sale', 'Players love it: the game is available for your console and PC.'],
    ['Patch notes: season 4', 'The game update brings new maps, ranked matches for all players and a battle pass.'],
  ],
  family: [
    [
      'Grandma’s birthday',
      'Hello dear, we celebrate on Sunday with the whole family. Will you bring the cake? Love, Mum',
    ],
    ['Photos of our visit', 'Hi, here are the photos of the weekend with you and the kids. Hugs, Anna'],
  ],
}

const inGerman: Emails = {
  newsletters: [
    [
      'Der Sonntagsbrief: fünf Texte zum Lesen',
      'Diese Ausgabe im Browser lesen. Diese Woche: Essays, Links und ein langer Artikel.',
    ],
    [
      'Wochenrückblick Nr. 212',
      'Nachrichten und Artikel unserer Redaktion. Sie haben diesen Newsletter abonniert. Abmelden',
    ],
  ],
  offers: [
    [
      '20 % Rabatt auf alles, nur dieses Wochenende',
      'Unser großer Sale: mit dem Code FRÜHLING sparen Sie bei Ihren Lieblingen.',
    ],
    ['Ihr Gutschein wartet', 'Jetzt einkaufen: 15 Euro Rabatt auf neue Sonderangebote, Versand gratis.'],
  ],
  orders: [
    [
      'Vielen Dank für Ihre Bestellung 48213',
      'Wir haben Ihre Bestellung erhalten. Artikel: 2 Hemden. Gesamtsumme: 64,00.',
    ],
    [
      'Ihre Rücksendung ist eingetroffen',
      'Wir haben den Artikel erhalten, den Sie zurückgeschickt haben, und erstatten Ihre Bestellung.',
    ],
  ],
  deliveries: [
    [
      'Ihr Paket kommt heute',
      'Der Zusteller ist mit Ihrem Paket unterwegs. Zur Sendungsverfolgung mit der Sendungsnummer.',
    ],
    [
      'Ihr Paket liegt in der Packstation',
      'Wir konnten Ihre Sendung nicht zustellen. Holen Sie das Paket mit dem Abholcode ab.',
    ],
  ],
  bills: [
    [
      'Rechnung 2024-118',
      'Anbei erhalten Sie Ihre Rechnung. Fälliger Betrag: 84,20 Euro, zahlbar innerhalb von 14 Tagen.',
    ],
    [
      'Zahlungserinnerung',
      'Unsere Rechnung 4711 ist noch offen. Bitte überweisen Sie den fälligen Betrag bis Freitag.',
    ],
  ],
  subscriptions: [
    [
      'Ihr Abo verlängert sich am 3. Mai',
      'Ihr Monatsabo verlängert sich automatisch. Im Konto können Sie das Abonnement kündigen.',
    ],
    [
      'Ihre Probezeit endet bald',
      'Weiter streamen: Ihr Probemonat endet in drei Tagen, danach kostet das Abonnement 9,99 im Monat.',
    ],
  ],
  banking: [
    ['Ihr Kontoauszug liegt bereit', 'Der Auszug Ihres Girokontos ist im Onlinebanking verfügbar.'],
    ['Überweisung von Ihrem Konto', 'Sie haben 300 Euro auf Ihr Sparkonto überwiesen. Ihre Bank.'],
  ],
  insurance: [
    ['Ihre Versicherungsunterlagen', 'Anbei die Police Ihrer Versicherung und der Beitrag für das kommende Jahr.'],
    [
      'Ihre Schadensmeldung 5512',
      'Wir haben Ihre Meldung erhalten. Der Versicherer prüft den Schaden und die Deckung.',
    ],
  ],
  taxes: [
    [
      'Ihre Steuererklärung 2025',
      'Die Steuerberaterin hat Ihre Steuererklärung vorbereitet. Bitte senden Sie die fehlenden Belege.',
    ],
    [
      'Einkommensteuerbescheid',
      'Das Finanzamt hat Ihre Einkommensteuer festgesetzt. Der Steuerbescheid liegt im Postfach.',
    ],
  ],
  travel: [
    ['Ihr Flug nach Lissabon', 'Der Check-in ist geöffnet. Bordkarte und Buchungsnummer finden Sie unten.'],
    [
      'Buchung bestätigt: Hotel Miramar',
      'Ihr Aufenthalt von drei Nächten ist bestätigt. Anreise ab 15 Uhr, Frühstück inklusive.',
    ],
  ],
  tickets: [
    ['Ihre Tickets für das Konzert', 'Einlass ist um 19 Uhr. Zeigen Sie die Eintrittskarten am Handy vor.'],
    [
      'Buchungsbestätigung: Kino',
      'Zwei Plätze in Reihe F für die Vorstellung am Samstag. Bringen Sie Ihr Ticket ins Theater mit.',
    ],
  ],
  school: [
    ['Elternabend am Donnerstag', 'Liebe Eltern, die Klassenlehrerin lädt um 19 Uhr in die Schule ein.'],
    [
      'Klassenfahrt: Einverständniserklärung',
      'Bitte geben Sie den Zettel für die Fahrt der Klasse 4b in der Schule ab.',
    ],
  ],
  university: [
    [
      'Prüfungsanmeldung bis Freitag',
      'Melden Sie sich im Campusportal der Universität zu den Prüfungen des Semesters an.',
    ],
    ['Vorlesung in Hörsaal 4', 'Liebe Studierende, die Vorlesung und das Seminar finden in einem anderen Raum statt.'],
  ],
  clubs: [
    ['Training fällt heute aus', 'Der Platz ist gesperrt, daher kein Training. Der Trainer des Vereins meldet sich.'],
    ['Mitgliederversammlung', 'Der Vorstand unseres Vereins lädt alle Mitglieder zur Versammlung ein.'],
  ],
  health: [
    [
      'Ihr Termin bei Dr. Müller',
      'Wir bestätigen Ihren Termin in der Praxis am Montag. Bitte bringen Sie die Versichertenkarte mit.',
    ],
    ['Ihr Befund', 'Ihre Blutwerte liegen vor. Bitte rufen Sie den Arzt an. Das Rezept liegt in der Apotheke.'],
  ],
  home: [
    ['Reparatur der Heizung', 'Der Handwerker kommt am Dienstag in Ihre Wohnung. Ihr Vermieter.'],
    ['Miete ab Januar', 'Ihre Hausverwaltung informiert über die Miete der Wohnung und die Nebenkosten.'],
  ],
  car: [
    ['Ihr Auto ist fertig', 'Die Werkstatt hat die Inspektion beendet und die Reifen gewechselt.'],
    ['Hauptuntersuchung fällig', 'Der TÜV Ihres Fahrzeugs ist fällig. Buchen Sie einen Termin in der Werkstatt.'],
  ],
  work: [
    [
      'Protokoll der Besprechung vom Montag',
      'Liebe Kolleginnen und Kollegen, anbei das Protokoll und die offenen Aufgaben des Projekts.',
    ],
    ['Projektplan, Version 3', 'Die Teambesprechung ist um zehn. Zeitplan und Statusbericht sind angehängt.'],
  ],
  customers: [
    [
      'Angebotsanfrage',
      'Wir sind Kunde bei Ihnen und bitten um ein Angebot über 200 Stück. Können Sie uns die Preise nennen?',
    ],
    ['Reklamation', 'Als Ihr Kunde sind wir nicht zufrieden. Bitte prüfen Sie unsere Anfrage im Kundendienst.'],
  ],
  jobs: [
    ['Ihre Bewerbung als Ingenieurin', 'Danke für Ihre Bewerbung. Wir laden Sie zum Vorstellungsgespräch ein.'],
    ['12 neue Stellen für Sie', 'Ihr Jobagent: neue Stellenangebote in Ihrer Nähe. Jetzt bewerben.'],
  ],
  software: [
    [
      '[acme/api] Fix the parser (#412)',
      'Ein Pull Request wurde geöffnet. Prüfen Sie die Commits, der Build ist fertig.',
    ],
    [
      'Release 2.4.0',
      'Neues Release im Repository: Bugfixes, gemergte Pull Requests und ein Changelog für Entwickler.',
    ],
  ],
  alerts: [
    [
      '[ALARM] db-1 ist nicht erreichbar',
      'Die Überwachung meldet, dass der Server nicht antwortet. CPU und Festplatte sind kritisch.',
    ],
    [
      'Backup auf nas-2 fehlgeschlagen',
      'Das nächtliche Backup endete mit einem Fehler. Prüfen Sie das Gerät und sein Protokoll.',
    ],
  ],
  social: [
    [
      'Mia und 3 weiteren gefällt Ihr Beitrag',
      'Sie haben neue Follower und einen Kommentar zu Ihrem Foto. Zu den Benachrichtigungen.',
    ],
    ['Neue Freundschaftsanfrage', 'Tom möchte sich mit Ihnen vernetzen und hat Sie in einem Kommentar erwähnt.'],
  ],
  government: [
    [
      'Ihr Personalausweis ist fertig',
      'Ihr neuer Personalausweis kann im Rathaus abgeholt werden. Bitte bringen Sie den Reisepass mit.',
    ],
    ['Wahlbenachrichtigung', 'Die Gemeinde informiert Sie über die Wahl und Ihr Wahllokal.'],
  ],
  charity: [
    ['Ihre Spendenbescheinigung', 'Danke für Ihre Spende an unsere Hilfsorganisation. Sie hilft Kindern in Not.'],
    ['Spendenaufruf zum Winter', 'Unsere Ehrenamtlichen brauchen Ihre Hilfe. Spenden Sie heute für Menschen in Not.'],
  ],
  games: [
    [
      'Ein Spiel auf Ihrer Wunschliste ist reduziert',
      'Spieler lieben es: Das Spiel ist für Ihre Konsole und den PC erhältlich.',
    ],
    ['Patchnotes: Season 4', 'Das Update bringt neue Karten, Ranglistenspiele für alle Spieler und einen Battle Pass.'],
  ],
  family: [
    [
      'Omas Geburtstag',
      'Hallo mein Schatz, wir feiern am Sonntag mit der ganzen Familie. Bringst du den Kuchen mit? Deine Mama',
    ],
    [
      'Fotos von unserem Besuch',
      'Hallo, hier sind die Fotos vom Wochenende mit euch und den Kindern. Liebe Grüße, Anna',
    ],
  ],
}

const languages = [
  ['en', english, {}],
  ['de', inGerman, german],
] as const
afterAll(() => setLanguage('en', {}))

/** Folders of all kinds at once: the sentence of one must not attract the emails of another. */
describe.each(languages)('in %s', (language, emails, catalogue) => {
  setLanguage(language, catalogue)
  const folders = emailKinds.map((kind) => ({
    id: kind,
    name: t(kindTexts[kind].folder),
    instructions: t(kindTexts[kind].sentence),
  }))
  test.each(emailKinds.flatMap((kind) => emails[kind].map(([subject, text]) => [kind, subject, text] as const)))(
    'the folder for %s attracts “%s”',
    (kind, subject, text) => {
      const { candidates } = rank(createModel(), mailWith({ from: 'hello@sender.example', subject, text }), folders)
      expect(candidates[0]?.folderId).toBe(kind)
    },
  )
})
