import { invitation, png } from '../file-builders.ts'
import { inFolder } from '../seed-mail.ts'

const helen = 'Helen Carrick <helen.carrick@tidewell.example>'
const tomasz = 'Tomasz Wrona <tomasz.wrona@tidewell.example>'
const aicha = 'Aïcha Benali <aicha.benali@tidewell.example>'
const juergen = 'Jürgen Pohl <juergen.pohl@tidewell.example>'
const siobhan = 'Siobhan Daly <siobhan.daly@tidewell.example>'
const marek = 'IT Helpdesk <helpdesk@tidewell.example>'
const priya = 'Priya Raman <priya.raman@tidewell.example>'
const daan = 'Daan Kuipers <daan.kuipers@tidewell.example>'

export const work = inFolder('Work', 'work', [
  {
    at: '1 09:04',
    from: helen,
    subject: 'Thursday all-hands: three minutes each, please',
    to: ['everyone@tidewell.example'],
    text: `Morning all,

Last month we ran over by forty minutes and nobody can remember why. So: three minutes per team, one slide at most, \
one thing that worked and one thing that did not. I will bring a kitchen timer and I am not afraid of it.

Agenda so far: numbers (Siobhan), field season (Daan), the new housing (Jürgen), hiring (me).

Helen`,
  },
  {
    at: '3 16:27',
    from: siobhan,
    subject: 'Expense claims for last month, the window closes Friday',
    text: `Hi Robin,

You are one of four people still missing. I have a hotel in Trier and a very blurry picture of what may be a petrol \
receipt or a cat. Could you put both into the form by Friday noon? After that they slip into next quarter and you will \
ask me about them in July.

Thanks,
Siobhan Daly
Finance & Office, Tidewell Instruments`,
  },
  {
    at: '6 11:48',
    from: tomasz,
    subject: 'who took the blue logic analyser',
    to: ['lab@tidewell.example'],
    text: `It was on my bench on Monday. It is not on my bench now. It has a sticker of a beaver on it.

No questions asked if it is back by lunch.

T.`,
  },
  {
    at: '6 12:31',
    from: daan,
    subject: 'Re: who took the blue logic analyser',
    to: ['lab@tidewell.example'],
    text: `It is in the van, the van is in Lageveen. Sorry. Sorry!! Back tomorrow.

> It was on my bench on Monday. It is not on my bench now.`,
  },
  {
    at: '10 14:02',
    from: marek,
    subject: '[Helpdesk #4471] Your laptop is due for replacement',
    text: `Dear colleague,

your laptop (asset TW-0193) reaches the end of its warranty in six weeks. Please choose one of the following until the \
end of the month:

  A) 14 inch, light, battery for the field
  B) 16 inch, heavy, for people who draw housings

Answer to this mail with the letter. Files in your profile move by themselves, files on the desktop do not, please do \
not argue with me about this as in the last round.

Marek / IT`,
    headers: { 'X-Ticket': '4471', 'Reply-To': 'helpdesk@tidewell.example' },
  },
  {
    language: 'de',
    at: '11 07:21',
    from: juergen,
    subject: 'Urlaub Ende Mai',
    text: `Hallo Robin,

ich würde gern vom 22.5. bis 6.6. weg sein. Die Vertretung an der Vergussanlage macht Silke, die kann das inzwischen \
besser als ich, sag ihr das aber nicht vor der Gehaltsrunde.

Kannst du mir das Okay bis Mittwoch geben? Meine Frau will die Fähre buchen.

Gruß
Jürgen`,
  },
  {
    language: 'fr',
    at: '13 17:40',
    from: aicha,
    subject: 'Formation vente : qui vient ?',
    to: ['everyone@tidewell.example'],
    text: `Bonjour à tous,

La chambre de commerce propose une journée « vendre un produit technique sans endormir le client ». Il reste cinq \
places, l'entreprise paie, le déjeuner est compris et il paraît qu'il est bon.

Répondez-moi avant lundi. Tomasz, oui, toi aussi tu peux venir, personne ne te demandera de sourire.

Aïcha`,
  },
  {
    at: '16 08:55',
    from: priya,
    subject: 'working from home on Wednesdays',
    text: `Hi Robin,

could I move my home day from Friday to Wednesday until summer? My daughter's swimming moved and otherwise I spend two \
hours in the car for a meeting I can take from the kitchen.

I checked the plan, the only clash is the data review and Tomasz said he does not mind, in his way ("ok").

Thanks!
Priya`,
  },
  {
    at: '18 10:00',
    from: helen,
    subject: 'Invitation: quarterly planning, upstairs room',
    kind: 'meeting-request',
    text: `When: first Tuesday of the month, 14:00 to 15:00
Where: Upstairs room
Please bring the list of what you will NOT do next quarter.`,
    files: [
      {
        name: 'invite.ics',
        contentType: 'text/calendar; method=REQUEST',
        content: invitation(
          'q-plan-118@tidewell.example',
          'Quarterly planning',
          'Upstairs room',
          '{days:12}T140000Z',
          'helen.carrick@tidewell.example',
        ),
      },
    ],
  },
  {
    at: '22 12:15',
    from: siobhan,
    subject: 'fridge',
    to: ['everyone@tidewell.example'],
    text:
      `There is something in the second drawer that used to be a salad. It has a name tag, and the name is ` +
      `legible. I will throw out everything on Friday at four, including the box.`,
  },
  {
    at: '24 18:33',
    from: helen,
    subject: 'between us: Bergström has asked about us',
    importance: 'high',
    text: `Robin,

Keep this to yourself for now. Bergström's people called, they want "a conversation about working more closely", which \
in my experience means they want to buy or they want to hire Tomasz. I meet them on the 9th. I would like your honest \
view on what we would lose.

No need to answer in writing. Walk on Thursday?

H.`,
  },
  {
    at: '27 09:30',
    from: marek,
    subject: '[Helpdesk] VPN maintenance on Saturday 06:00 to 09:00',
    to: ['everyone@tidewell.example'],
    text: `The VPN will be away on Saturday morning between six and nine. After that you must sign in again once. If \
it asks for a certificate, choose the one that ends in 2029, not the one that ends in 2025.

Marek / IT`,
  },
  {
    at: '29 15:12',
    from: daan,
    subject: 'van needs tyres',
    text:
      `Rear left is down to the indicator, rear right is "artistic". The garage in Wasserbillig does both for 240 ` +
      `on Tuesday. Yes? Otherwise I go into the hills on Wednesday with a bad feeling.`,
  },
  {
    language: 'de',
    at: '33 06:58',
    from: 'Silke Baden <silke.baden@tidewell.example>',
    subject: 'Schlüssel Lager 2',
    text: `Moin,

der Ersatzschlüssel von Lager 2 hängt nicht mehr im Kasten. Falls du ihn hast: bitte zurück, ich stehe gerade davor. \
Draußen. Im Regen.

Silke`,
  },
  {
    at: '37 13:50',
    from: tomasz,
    subject: 'Re: Re: review of the bootloader text',
    thread: 'bootloader-text',
    text: `I have no strong opinion on the wording. I have a strong opinion on the diagram: it shows two partitions, \
there are three. The third one is the whole point.

See below for the rest, inline.

> "The device restarts and the update is complete."
It restarts, checks, and only then it is complete. If the check fails it goes back. Please write that, customers are \
afraid of this moment.

> "Do not switch off the device during the update."
They may. That is the whole point of the third partition.

> "Contact support if the LED is red."
There is no red LED. There was one in 2021.

Tomasz`,
  },
  {
    at: '41 16:05',
    from: 'Reception <reception@tidewell.example>',
    subject: 'parcel for you, heavy',
    text: `Dear Robin, a parcel is at the desk, about 20 kilos, it says "SAMPLE ROCK HANDLE WITH CARE". I cannot lift \
it. Is it rock?

Danielle`,
  },
  {
    at: '45 10:44',
    from: priya,
    subject: 'the drift plots you wanted',
    text: `Attached. Short version: sensors from batch 7 drift about 2 mm a month when it is below five degrees, all \
other batches do not. It is not the firmware (sorry Tomasz, I did suspect you).

My guess would be the potting. I'd like two of them cut open.

P.`,
    files: [
      { name: 'drift batch 7.png', contentType: 'image/png', content: png(200, 90, [70, 110, 190]) },
      {
        name: 'drift.csv',
        contentType: 'text/csv',
        content: 'batch,month,temp_c,drift_mm\n5,1,3.1,0.1\n6,1,3.0,0.2\n7,1,3.2,2.1\n7,2,2.4,4.3\n7,3,6.9,4.4\n',
      },
    ],
  },
  {
    at: '48 08:20',
    from: helen,
    subject: 'Welcome Oskar, who starts on Monday',
    to: ['everyone@tidewell.example'],
    text:
      `Oskar Lindgren joins us in the field team. He comes from a hydropower company, he can weld, and he asked ` +
      `better questions in the interview than I did. Daan will show him around, please say hello, and please do ` +
      `not all explain the coffee machine at once.`,
  },
  {
    at: '55 17:17',
    from: siobhan,
    subject: 'Pension plan information session (optional, cake is not)',
    to: ['everyone@tidewell.example'],
    text:
      `A lady from the company pension scheme comes on the 14th at three and explains what all of us signed in ` +
      `2022. Half an hour, then questions. There is rhubarb cake. Seats upstairs for twelve, the rest can listen ` +
      `from the stairs.`,
  },
  {
    at: '63 12:00',
    from: 'Oskar Lindgren <oskar.lindgren@tidewell.example>',
    subject: 'first week, some thoughts',
    text: `Hi Robin,

You asked me to write down what looks strange with fresh eyes. Four things:

1. Every gauge has its own key. We carry 60 keys. Nobody knows which is which, Daan smells them or something.
2. The checklists are good but laminated, so nobody writes on them, so nobody knows if they were done.
3. The ladder in van 2 is not the ladder in the risk assessment for van 2.
4. People here eat lunch together. Please do not change that.

Oskar`,
  },
  {
    at: '70 09:09',
    from: marek,
    subject: '[Helpdesk #4390] closed: "the printer prints only the top half"',
    text: `Your ticket was closed with this answer:

It was set to half a page. Now it is not.

If you are not satisfied you can reopen the ticket by answering. Please do not.`,
    headers: { 'X-Ticket': '4390' },
  },
])
