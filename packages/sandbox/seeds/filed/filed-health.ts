import { invitation, pdf } from '../file-builders.ts'
import { inFolder } from '../seed-mail.ts'

const faber = 'Cabinet dentaire Dr Faber <rdv@cabinet-faber.example>'
const vitalis = 'Caisse Vitalis <noreply@caisse-vitalis.example>'

export const health = inFolder('Health', 'health', [
  {
    language: 'fr',
    at: '2 08:00',
    from: faber,
    subject: 'Rappel : rendez-vous de Jonas, jeudi à 16 h 10',
    text: `Bonjour,

Nous vous rappelons le rendez-vous de Jonas (contrôle et photo de l'appareil) jeudi à 16 h 10. Un rendez-vous non \
annulé 24 h à l'avance est facturé 30 €.

Brosse à dents bienvenue, sandwich moins.`,
  },
  {
    language: 'fr',
    at: '32 11:24',
    from: faber,
    subject: 'Devis orthodontie - Jonas Maes',
    text: `Madame, Monsieur,

Suite à l'examen, vous trouverez le devis de traitement (24 mois, appareil fixe). Il est à envoyer à la Caisse Vitalis \
AVANT le début des soins, sinon elle ne rembourse rien et nous serons tous tristes.

Dr Faber`,
    files: [
      {
        name: 'devis_jonas.pdf',
        contentType: 'application/pdf',
        content: pdf(['Dr Faber', 'Devis orthodontie, 24 mois']),
      },
    ],
  },
  {
    at: '6 15:36',
    from: vitalis,
    subject: 'Reimbursement 88-1190: 74.30 EUR',
    text: `We have reimbursed 74.30 EUR for: general practitioner, 1 visit; pharmacy, 2 prescriptions. The share that \
remains with you is 18.60 EUR. The details are in your space under "Decisions".

This message was sent automatically.`,
  },
  {
    at: '24 15:36',
    from: vitalis,
    subject: 'We need one more document for your claim (orthodontics)',
    text: `Dear insured person,

for the treatment plan of Jonas we still need the form O-3, signed by the dentist on page 2 and by a parent on page 4. \
Page 3 stays empty. Without it the claim rests.`,
  },
  {
    language: 'de',
    at: '4 09:48',
    from: 'Physio am Markt <termin@physio-am-markt.example>',
    subject: 'Ihre nächsten Termine (Schulter rechts)',
    text: `Hallo Herr Maes,

Mi 7:30, Fr 7:30, Mi 7:30. Bitte die Übungen mit dem Band wirklich machen, wir merken es sofort.

Rudern bitte erst wieder, wenn der Arm ohne Zucken über den Kopf geht. Nein, auch nicht "nur steuern".

Ihre Physio am Markt`,
    files: [
      {
        name: 'termin.ics',
        contentType: 'text/calendar',
        content: invitation(
          'physio-771@physio-am-markt.example',
          'Physiotherapie',
          'Marktplatz 4',
          '{days:5}T063000Z',
          'termin@physio-am-markt.example',
        ),
      },
    ],
  },
  {
    at: '9 17:05',
    from: 'Lakeside Medical Laboratory <results@lakeside-lab.example>',
    subject: 'Your results are ready, order 4471-MA',
    text: `The results of your blood test are ready. They were sent to Dr. Steffen as well. For privacy they are not \
in this message; open them with the code you were given at the desk.

All values in the green range are marked green. Please talk to your doctor before you talk to a search engine.`,
  },
  {
    at: '8 18:44',
    from: 'Dr. Nicole Steffen <praxis@dr-steffen.example>',
    subject: 'Re: blood test',
    text: `Dear Robin,

everything is fine, the iron is a little low, as in most people who row and eat like birds. No tablets, lentils. See \
you in a year, or before if the shoulder sulks.

Nicole Steffen`,
  },
  {
    at: '20 10:15',
    from: 'Dr. Nicole Steffen <praxis@dr-steffen.example>',
    subject: 'Vaccination for the family: the tick thing',
    text:
      `Hello, as you spend half of your life in river meadows, I looked up the records: you had two of three ` +
      `shots against tick-borne encephalitis, Ilse three, Jonas two, Mila none. Come in together, then it is one ` +
      `crying fit instead of four.`,
  },
  {
    language: 'fr',
    at: '15 12:10',
    from: 'Pharmacie des Arcades <ordonnances@pharmacie-arcades.example>',
    subject: 'Votre commande est prête',
    text:
      `Bonjour, le médicament de Mila (2 aérosols) est arrivé. À retirer avant samedi 18 h avec l'ordonnance ` +
      `originale.`,
  },
  {
    language: 'nl',
    at: '27 13:40',
    from: 'AZ Vaartzicht <afspraken@az-vaartzicht.example>',
    subject: 'Afspraak orthopedie mevrouw Greet Maes',
    text: `Geachte,

U staat als contactpersoon genoteerd voor mevrouw Maes. Haar controle (knie links) vindt plaats op de 17de om 10.20 \
uur, route 34. Gelieve de röntgenfoto's van de huisarts mee te brengen.

Secretariaat orthopedie`,
  },
  {
    language: 'de',
    at: '38 08:32',
    from: 'Optik Sauer <info@optik-sauer.example>',
    subject: 'Ihre Gleitsichtbrille ist fertig',
    text: `Lieber Herr Maes,

die Brille liegt bereit. Die ersten drei Tage schwankt die Treppe, das gibt sich. Bitte die alte mitbringen, wir \
spenden die Fassung.

Optik Sauer`,
  },
  {
    language: 'es',
    at: '72 20:12',
    from: 'Centro de Salud Ribera <avisos@saludribera.example>',
    subject: 'Informe de urgencias: Jonas M.',
    text: `Buenas tardes:

Adjuntamos el informe de la asistencia del día 26 (erizo de mar, pie derecho, siete púas). Puede presentarlo a su \
seguro. Recomendamos vinagre tibio y, en adelante, chanclas.`,
    files: [
      {
        name: 'informe.pdf',
        contentType: 'application/pdf',
        content: pdf(['Centro de Salud Ribera', 'Informe de urgencias']),
      },
    ],
  },
  {
    at: '50 07:00',
    from: 'Blood Donation Service <donors@blood-service.example.org>',
    subject: 'You may give blood again from Monday',
    text: `Dear donor no. 20981 (0 negative, thank you),

56 days have passed. The bus stands at the town hall on Monday and Tuesday from 15:00 to 19:30. There is soup. Please \
drink before you come, water we mean.`,
  },
  {
    at: '65 11:52',
    from: 'Allergy Clinic St. Odile <clinic@st-odile-allergy.example>',
    subject: 'Mila: skin test, how to prepare',
    text:
      `Please stop the antihistamine five days before the appointment, but never stop the inhaler. Bring a ` +
      `favourite book, the test takes twenty minutes in which one may not scratch. Twenty minutes are long.`,
  },
])
