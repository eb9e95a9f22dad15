import { inFolder, type Written } from '../seed-mail.ts'

type Step = { at: string; subject: string; body: string }

const bikes = (step: Step): Written => ({
  language: 'de',
  at: step.at,
  from: 'Nordlicht Fahrräder <service@nordlicht-raeder.example>',
  subject: step.subject,
  text:
    `Moin Robin,\n\n${step.body}\n\nKette rechts!\nDein Team von Nordlicht\n\nNordlicht Fahrräder, Hafenweg 3. ` +
    `Widerruf innerhalb von 30 Tagen, ungefahren.`,
})

const books = (step: Step): Written => ({
  at: step.at,
  from: 'Bookmarrow <orders@bookmarrow.example>',
  subject: step.subject,
  html:
    `<div style="font-family:Georgia,serif;max-width:560px"><p style="letter-spacing:.2em">BOOKMARROW</p><p>` +
    `${step.body}</p><p style="color:#666">Independent since the flood of '93. Track, change or return your ` +
    `order in <a href="https://bookmarrow.example/account">your account</a>.</p></div>`,
})

const coffee = (step: Step): Written => ({
  language: 'de',
  at: step.at,
  from: 'Kesselhaus Kaffee <bestellung@kesselhaus-kaffee.example>',
  subject: step.subject,
  text:
    `${step.body}\n\n--\nKesselhaus Kaffeerösterei\nGeröstet wird dienstags, verschickt mittwochs, getrunken ` +
    `hoffentlich täglich.`,
})

const parcel = (step: Step): Written => ({
  at: step.at,
  from: 'Swiftfox Parcel <notify@swiftfox.example>',
  subject: step.subject,
  html:
    `<table width="480"><tr><td bgcolor="#d9480f"><font color="white" size="5">swiftfox</font></td></tr><tr><td>` +
    `${step.body}</td></tr><tr><td><small>Automatic notice, please do not answer. Question about the goods? Ask ` +
    `the shop.</small></td></tr></table>`,
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Mailer': 'sfx-notify/7' },
})

export const orders = inFolder('Orders', 'order', [
  bikes({
    at: '3 11:02',
    subject: 'Deine Bestellung NL-30561 ist da (also: bei uns)',
    body:
      'danke für deine Bestellung: 1 Blinklicht "Glühwurm" rot, 1 Satz Bremsbeläge, 2 Schläuche 28 Zoll. Zusammen ' +
      '58,70 €, bezahlt. Die Beläge kommen vom Lager in Kiel, der Rest liegt schon im Karton.',
  }),
  bikes({
    at: '2 15:30',
    subject: 'NL-30561 ist unterwegs',
    body:
      'Paket eins von einem hat uns gerade verlassen. Sendungsnummer SFX 7741 2209. Wenn niemand öffnet, darf der ' +
      'Bote es laut deiner Ablageerlaubnis in den Gartenschuppen legen.',
  }),
  bikes({
    at: '44 09:20',
    subject: 'Rücksendung angekommen: Sattel "Komfort XL"',
    body:
      'dein Sattel ist zurück, ungefahren und mit Zettel ("zu komfortabel"). Wir haben 64,90 € erstattet, das ' +
      'dauert je nach Bank zwei bis fünf Tage.',
  }),
  bikes({
    at: '45 18:11',
    subject: 'Retourenschein zu NL-29877',
    body:
      'anbei der Code für die Rücksendung: R-5512. Einfach auf einen Zettel schreiben und ins Paket legen, ein ' +
      'Drucker ist nicht nötig.',
  }),
  books({
    at: '6 20:40',
    subject: 'Order 118-4471 confirmed: three books and a map',
    body:
      'We have your order, Robin: <i>A Short History of Locks</i>, <i>The Patient Cook</i>, <i>Knots for ' +
      'Children</i>, and the walking map of the eastern Picos. 61.15 EUR with postage. Two are on the shelf; the ' +
      'map comes from Spain and takes a week.',
  }),
  books({
    at: '4 08:30',
    subject: 'Part of order 118-4471 is on its way',
    body:
      'Two of your four items were posted this morning in a padded envelope, since our boxes are late. <i>Knots ' +
      'for Children</i> follows with the map.',
  }),
  books({
    at: '25 10:10',
    subject: 'We cannot find "Weirs of the Middle Rhine"',
    body:
      'Out of print, out of stock, out of reach. We asked three second-hand dealers; one has it with a coffee ' +
      'stain for 40 EUR. Shall we? Answer yes or no, we keep looking otherwise.',
  }),
  books({
    at: '63 19:00',
    subject: 'Your gift voucher for Katrien has been sent',
    body:
      'The voucher over 30 EUR was e-mailed to your sister this evening, with your text: "Read something that is ' +
      'not a contract."',
  }),
  coffee({
    at: '7 12:15',
    subject: 'Bestellung KH-8120: 2 x Espresso, 1 x Filter',
    body:
      'Hallo Robin,\n\n2 x 500 g Espresso "Schlot", ganze Bohne\n1 x 250 g Filter "Pförtner", gemahlen für ' +
      'Stempelkanne\n\nSumme 41,20 €. Wir rösten am Dienstag für dich.',
  }),
  coffee({
    at: '5 16:48',
    subject: 'KH-8120 verschickt',
    body:
      'Hallo Robin,\n\nfrisch aus der Trommel in den Karton. Bitte die Tüten zwei Tage ruhen lassen, der Kaffee ' +
      'ist von der Reise aufgeregt.',
  }),
  coffee({
    at: '68 12:12',
    subject: 'Deine Mühle ist repariert',
    body:
      'Hallo Robin,\n\nes war ein Kieselstein. Wir haben das Mahlwerk gewechselt und den Stein beigelegt. 38,00 € ' +
      'inklusive Rückversand, Rechnung im Karton.',
  }),
  parcel({
    at: '1 07:15',
    subject: 'Your parcel from Nordlicht comes today between 13:10 and 15:10',
    body:
      '<p>Parcel <b>SFX 7741 2209</b> is in the van. 31 stops before you. If you are out, it goes to the ' +
      '<b>garden shed</b> as you wished.</p>',
  }),
  parcel({
    at: '5 17:40',
    subject: 'We missed you: parcel SFX 7733 0180 is at the kiosk',
    body:
      '<p>Nobody opened at 17:32. The parcel waits at <b>Kiosk Da Silva, rue du Moulin</b> for seven days. Please ' +
      'bring this code: <b>4 4 0 9</b>.</p>',
  }),
  parcel({
    at: '27 14:20',
    subject: 'Delivered: SFX 7702 1118',
    body: '<p>Handed to: neighbour (THILL). Signature: a drawing of a fish.</p>',
  }),
  parcel({
    at: '64 09:09',
    subject: 'Customs charge for parcel SFX 7588 4021 from Leeds',
    body:
      '<p>Import VAT 9.12 EUR, handling 8.00 EUR. Pay the driver or in the app before Friday. The handling costs ' +
      'nearly as much as the tax, we are aware.</p>',
  }),
  {
    language: 'fr',
    at: '4 21:17',
    from: 'Petit Marché en Ligne <bonjour@petitmarche.example>',
    subject: 'Votre panier de jeudi est validé',
    text: `Bonjour Robin,

Votre panier : 1 cageot de légumes « famille », 12 œufs, 1 tomme de brebis (env. 400 g), 2 pains au levain. Environ 47 \
€, le prix exact dépend de la tomme.

Livraison jeudi entre 17 et 19 h. Laissez le cageot vide devant la porte, s'il vous plaît ; il a une famille aussi.`,
  },
  {
    language: 'fr',
    at: '11 20:02',
    from: 'Petit Marché en Ligne <bonjour@petitmarche.example>',
    subject: 'Pas de fraises cette semaine, désolés',
    text: `Bonjour Robin,

La grêle est passée mardi. Nous remplaçons les fraises de votre panier par de la rhubarbe, qui a vu pire. Si vous \
préférez un remboursement (4,50 €), un mot suffit.`,
  },
  {
    language: 'es',
    at: '13 13:44',
    from: 'Zapatería Olmo <tienda@zapateriaolmo.example>',
    subject: 'Pedido 5521: sus botas ya han salido',
    text: `Estimado cliente:

Sus botas «Sella», número 44, color avellana, han salido hoy del taller. Llegarán en 3 o 4 días. Le hemos puesto un \
bote de grasa de regalo; úsela poco y a menudo.

Gracias por esperar las seis semanas.
Zapatería Olmo, desde 1931`,
  },
  {
    language: 'es',
    at: '50 10:15',
    from: 'Zapatería Olmo <tienda@zapateriaolmo.example>',
    subject: 'Hemos recibido su pedido y las medidas del pie',
    text: `Estimado cliente:

Pedido 5521 recibido, con la señal de 60 €. La plantilla que nos mandó mide 27,9 en el pie izquierdo y 27,4 en el \
derecho. Haremos cada bota a su pie, como debe ser.`,
  },
  {
    language: 'nl',
    at: '8 11:30',
    from: 'Het Gereedschapshuis <orders@gereedschapshuis.example>',
    subject: 'Uw bestelling GH-2291 staat klaar om af te halen',
    text: `Beste klant,

De dopsleutelset en de waterpas (60 cm) liggen aan de balie in Sittard-Zuid, drie weken lang. Neem het bestelnummer \
mee en, als u kunt, een tas.

Het Gereedschapshuis`,
  },
  {
    language: 'nl',
    at: '59 15:55',
    from: 'Het Gereedschapshuis <orders@gereedschapshuis.example>',
    subject: 'Nalevering decoupeerzaag GH-2144',
    text: `Beste klant,

De zaag die u kocht is bij de fabrikant later dan beloofd. Nieuwe leverdatum: eind volgende maand. Wilt u wachten, een \
andere kiezen (10 euro duurder, wij leggen de helft bij) of annuleren?`,
  },
  {
    at: '15 22:05',
    from: 'Lumen & Loom <care@lumenloom.example>',
    subject: 'About your lamp: it left, it came back, it leaves again',
    text: `Dear Robin,

your lamp "Heath" (order LL-0921) came back to us with the remark "street does not exist". We believe that it does. It \
leaves again on Monday with a different carrier and a drawing of the street.

Sorry for the dark.
Lumen & Loom`,
  },
  {
    at: '21 08:18',
    from: 'Lumen & Loom <care@lumenloom.example>',
    subject: 'Order LL-0921 received',
    text:
      `Thank you! One lamp "Heath", oak, shade in grey felt, bulb not included (E27). 129.00 EUR paid with ` +
      `Meridian Card. We make it this week.`,
  },
  {
    at: '34 16:06',
    from: 'Second Pedal Marketplace <noreply@secondpedal.example>',
    subject: 'You bought: "Child bike 20 inch, red, some stickers"',
    text:
      `Congratulations, your offer of 85 EUR was accepted by the seller "Opa Jos". Please arrange collection ` +
      `through the site. Do not pay outside the site. The stickers, Jos writes, do not come off.`,
  },
  {
    at: '74 12:00',
    from: 'Hatch & Hollow Toys <hello@hatchhollow.example>',
    subject: 'Your order #6604 (marble run, 128 pieces) was split',
    text: `Hi Robin, the marble run is here but the marbles are not. We could send the run now, which seems cruel. We \
shall wait for the marbles (Wednesday) unless you tell us otherwise.

Hatch & Hollow`,
  },
  {
    at: '92 09:41',
    from: 'Hatch & Hollow Toys <hello@hatchhollow.example>',
    subject: 'Invoice and thank you, #6391',
    text:
      `A real barometer for a real boy, as you wrote. 54.00 EUR, gift wrapped, card with the text "Falling: put ` +
      `on a coat". It ships tomorrow so that it is there for the birthday.`,
  },
])
