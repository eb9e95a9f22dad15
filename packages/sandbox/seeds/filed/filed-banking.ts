import { pdf } from '../file-builders.ts'
import { inFolder } from '../seed-mail.ts'

const gres = 'Banque du Grès <noreply@banque-du-gres.example>'
const card = 'Meridian Card <service@meridian-card.example>'
const saver = 'Sparhafen <post@sparhafen.example>'

export const banking = inFolder('Banking', 'bank', [
  {
    language: 'fr',
    at: '3 05:30',
    from: gres,
    subject: 'Votre extrait de compte est disponible',
    text: `Bonjour,

L'extrait n° 3 de votre compte courant •••• 0917 est disponible dans votre espace personnel. Pour votre sécurité, nous \
ne l'envoyons jamais par courriel et ne vous demandons jamais vos codes.

Banque du Grès`,
  },
  {
    language: 'fr',
    at: '34 05:30',
    from: gres,
    subject: 'Votre extrait de compte est disponible',
    text: `Bonjour,

L'extrait n° 2 de votre compte courant •••• 0917 est disponible. Un virement permanent (association des parents, 15 €) \
n'a pas pu être exécuté : le compte du bénéficiaire est clôturé.

Banque du Grès`,
  },
  {
    language: 'fr',
    at: '12 09:10',
    from: 'Sandrine Muller <sandrine.muller@banque-du-gres.example>',
    subject: 'Prêt immobilier : fin de la période à taux fixe',
    text: `Monsieur Maes,

La période à taux fixe de votre prêt habitation s'achève dans sept mois. Je vous propose un rendez-vous pour comparer \
trois options : fixe 10 ans, fixe 15 ans, révisable. Il vaut mieux le faire avant l'été, tout le monde s'en souvient \
en septembre.

Mes disponibilités : mardi 17 h ou jeudi 12 h 15.

Sandrine Muller, votre conseillère`,
  },
  {
    language: 'fr',
    at: '10 11:41',
    from: 'Sandrine Muller <sandrine.muller@banque-du-gres.example>',
    subject: 'Re: Prêt immobilier : fin de la période à taux fixe',
    text:
      `C'est noté pour jeudi 12 h 15, avec Madame. Apportez la dernière estimation de la maison et les fiches de ` +
      `salaire, les miennes ne comptent pas.`,
    files: [
      {
        name: 'simulation.pdf',
        contentType: 'application/pdf',
        content: pdf(['Banque du Gres', 'Simulation: fixe 10 / fixe 15 / revisable']),
      },
    ],
  },
  {
    at: '1 19:03',
    from: card,
    subject: 'A payment of 312.00 EUR was approved with your card ending 7702',
    text: `Merchant: SKYLARK AIR ONLINE
Amount: 312.00 EUR
Approved in the app by: you

You did not do this? Block the card in the app at once or call the number on its back.`,
  },
  {
    at: '16 08:00',
    from: card,
    subject: 'Your Meridian Card statement: 1,204.18 EUR due on the 28th',
    text: `Dear Robin Maes,

the statement of your card ending 7702 is ready. The amount will be collected from your account at Banque du Grès on \
the 28th. New since last month: the fee outside the euro area is 1.2 % instead of 1.5 %.`,
  },
  {
    at: '47 08:00',
    from: card,
    subject: 'Your Meridian Card statement: 688.02 EUR due on the 28th',
    text: `Dear Robin Maes,

the statement of your card ending 7702 is ready. You were credited 64.90 EUR by NORDLICHT RAEDER.`,
  },
  {
    at: '23 02:47',
    from: card,
    subject: 'We declined a payment in Manila. Was this you?',
    importance: 'high',
    text: `At 02:44 somebody tried to pay 1.00 USD at an online shop with the number of your card ending 7702. Since \
you have never shopped there and were asleep, we believe, we said no.

The card stays open. If you see more of these, order a new number in the app.`,
  },
  {
    at: '56 10:22',
    from: card,
    subject: 'Your new card is on its way',
    text:
      `The card ending 4410 expires next month; the new one ends in 7702. The code stays the same. Subscriptions ` +
      `that use the old card must be told, we list the nine that we know of in the app.`,
  },
  {
    language: 'de',
    at: '5 07:07',
    from: saver,
    subject: 'Zinsgutschrift auf Ihrem Sparkonto',
    text: `Guten Tag Robin Maes,

für das abgelaufene Quartal haben wir Ihnen 41,86 € Zinsen gutgeschrieben. Die Quellensteuer von 20 % ist bereits \
abgezogen. Ab dem Ersten gilt ein Zinssatz von 1,75 %.

Sparhafen, die Bank ohne Schalter`,
  },
  {
    language: 'de',
    at: '31 12:34',
    from: saver,
    subject: 'Neue Geschäftsbedingungen zum 1. des übernächsten Monats',
    text: `Guten Tag,

wir ändern unsere Bedingungen in vier Punkten (Seite 2, 9, 14 und 31). Wenn Sie einverstanden sind, tippen Sie in der \
App auf Zustimmen. Wenn nicht, rufen wir Sie an und erklären es, und dann tippen Sie.`,
    files: [
      {
        name: 'AGB_Gegenüberstellung.pdf',
        contentType: 'application/pdf',
        content: pdf(['Sparhafen', 'Bedingungen, alt und neu']),
      },
    ],
  },
  {
    language: 'de',
    at: '70 16:00',
    from: saver,
    subject: 'Ihr Sparplan "Mila 18" wurde ausgeführt',
    text: `Kauf von 2,314 Anteilen zu 43,21 €, Gesamtbetrag 100,00 €. Die Abrechnung liegt im Postfach der App.`,
  },
  {
    at: '19 14:15',
    from: 'Foyer des Lacs Pension <members@foyer-des-lacs.example>',
    subject: 'Your yearly pension statement',
    text: `Dear Mr Maes,

your statement for the supplementary pension (plan Tidewell Instruments) is attached: contributions of the year \
2,880.00 EUR, expected pension at 65: 611 EUR a month in today's money, which is the only money that we can imagine.`,
    files: [
      {
        name: 'pension-statement.pdf',
        contentType: 'application/pdf',
        content: pdf(['Foyer des Lacs', 'Yearly statement', 'EUR 611 / month']),
      },
    ],
  },
  {
    language: 'nl',
    at: '39 09:55',
    from: 'Kempenbank <klant@kempenbank.example>',
    subject: 'Volmacht op de rekening van mevrouw G. Maes',
    text: `Geachte heer Maes,

U en uw zus Katrien staan vanaf vandaag als gevolmachtigden op de zichtrekening van uw moeder. U kunt inkijken en \
overschrijven tot 2.500 euro per maand; daarboven belt ons kantoor mevrouw zelf, dat heeft ze er met de hand bij \
geschreven.`,
  },
  {
    language: 'es',
    at: '78 13:20',
    from: 'Caja Rural del Sella <avisos@cajasella.example>',
    subject: 'Transferencia recibida',
    text:
      `Le informamos de que se ha abonado en su cuenta una transferencia de 540,00 € con el concepto «alquiler ` +
      `julio casa Marcos, señal». Ordenante: R. MAES.`,
  },
])
