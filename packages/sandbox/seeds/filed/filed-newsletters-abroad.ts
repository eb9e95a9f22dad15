import { inFolder } from '../seed-mail.ts'

const fil = 'Le Fil du Lac <redaction@lefildulac.example>'
const sonntag = 'Der Sonntagsbrief <brief@sonntagsbrief.example>'
const norte = 'Boletín El Norte Lento <boletin@nortelento.example>'
const buiten = 'Buitenpost <redactie@buitenpost.example>'
const bulk = (list: string) => ({
  'List-Id': `<${list}>`,
  'List-Unsubscribe': `<mailto:stop@${list}>`,
  Precedence: 'bulk',
})

export const newslettersAbroad = inFolder('Newsletters', 'letter-abroad', [
  {
    language: 'fr',
    at: '5 07:00',
    from: fil,
    subject: 'Le Fil du Lac : baignade, brochets et budget',
    headers: bulk('lefildulac.example'),
    html:
      `<h1>Le Fil du Lac</h1><p><b>Baignade :</b> l'eau est à 11 degrés, le maire s'est baigné, il le ` +
      `regrette.</p><p><b>Brochets :</b> l'ouverture est avancée d'une semaine, les brochets n'ont pas été ` +
      `consultés.</p><p><b>Budget :</b> la passerelle attendra, le rond-point non.</p><p><small>Vous recevez ` +
      `cette lettre parce que vous habitez ici.</small></p>`,
  },
  {
    language: 'fr',
    at: '19 07:00',
    from: fil,
    subject: 'Le Fil du Lac : la passerelle a disparu (des plans)',
    headers: bulk('lefildulac.example'),
    html:
      `<h1>Le Fil du Lac</h1><p>Sur le plan de 2021, elle y est. Sur celui de mars, il y a un banc. Notre ` +
      `enquête, en deux cafés et un coup de téléphone.</p><p><b>Agenda :</b> brocante dimanche, concert de la ` +
      `fanfare si elle retrouve le tuba.</p>`,
  },
  {
    language: 'fr',
    at: '57 07:00',
    from: fil,
    subject: 'Le Fil du Lac : spécial hiver',
    headers: bulk('lefildulac.example'),
    html:
      `<h1>Le Fil du Lac</h1><p>Glace interdite, vin chaud autorisé. La patinoire ouvre place du Marché, les ` +
      `genoux sont à votre charge.</p><p>La météo de l'abbé : « Il fera froid, puis moins. »</p>`,
  },
  {
    language: 'de',
    at: '6 08:00',
    from: sonntag,
    subject: 'Warum wir Wartezimmer mögen',
    headers: bulk('sonntagsbrief.example'),
    text: `Guten Morgen,

im Wartezimmer ist man niemandem etwas schuldig. Man liest Zeitschriften, die man nie kaufen würde, und erfährt, dass \
jemand, den man nicht kennt, sich von jemandem getrennt hat, den man auch nicht kennt.

Drei Lesestücke für heute: eine Reportage über den letzten Schirmmacher, ein Gespräch über das Schweigen in \
Fahrstühlen, ein Gedicht mit einer Kuh.

Einen ruhigen Sonntag wünscht
die Redaktion

Abbestellen: eine leere Mail genügt.`,
  },
  {
    language: 'de',
    at: '20 08:00',
    from: sonntag,
    subject: 'Das Gegenteil von Eile',
    headers: bulk('sonntagsbrief.example'),
    text: `Guten Morgen,

meine Großmutter sagte nie "ich habe keine Zeit". Sie sagte "jetzt nicht". Das ist ein Unterschied, über den man eine \
Woche nachdenken kann, und das haben wir getan.

Außerdem: eine Bahnfahrt mit vier Umstiegen, bewertet nach Kuchen.

Die Redaktion`,
  },
  {
    language: 'de',
    at: '41 08:00',
    from: sonntag,
    subject: 'Briefe, die nie abgeschickt wurden',
    headers: bulk('sonntagsbrief.example'),
    text: `Guten Morgen,

Sie haben uns 214 geschickt. An Lehrerinnen, an Brüder, an einen Nachbarn, dessen Hund nicht aufhört. Wir drucken neun \
davon, mit Erlaubnis und ohne Namen. Den an den Hund drucken wir auch.

Die Redaktion`,
  },
  {
    language: 'es',
    at: '7 09:30',
    from: norte,
    subject: 'Boletín n.º 63: setas, sidra y un faro que se alquila',
    headers: bulk('nortelento.example'),
    text: `Hola, caminante:

Esta semana: la ruta de los tres hórreos (9 km, sin cuestas dignas de ese nombre), una quesería que abre los sábados \
si te oyen llamar, y un faro que se alquila por noches, con viento incluido.

La palabra de la semana es «orbayu»: lluvia que no moja hasta que moja.

Para no recibir más boletines, responde BAJA.`,
  },
  {
    language: 'es',
    at: '38 09:30',
    from: norte,
    subject: 'Boletín n.º 61: playas en invierno',
    headers: bulk('nortelento.example'),
    text: `Hola, caminante:

En febrero la playa es de quien la pasea. Te proponemos cuatro, con marea baja y bocadillo, y una quinta que no \
decimos porque nos la pidió un lector.

Agenda: feria del queso, carrera de barricas, y charla sobre las mareas en la biblioteca (con proyector prestado).`,
  },
  {
    language: 'nl',
    at: '10 18:00',
    from: buiten,
    subject: 'Buitenpost: schaatsen we nog?',
    headers: bulk('buitenpost.example'),
    text: `Dag lezer,

Nee. Maar je kunt wel langs de plassen fietsen waar je vroeger schaatste, en dat deden we: 34 kilometer, twee pontjes, \
één gesloten koek-en-zopie.

Verder in dit nummer: zelf een vogelkast maken die geen kater lokt, en de mooiste zoutwinning zonder zout.

Tot over twee weken,
Buitenpost`,
  },
  {
    language: 'nl',
    at: '24 18:00',
    from: buiten,
    subject: 'Buitenpost: wandelen met tegenwind',
    headers: bulk('buitenpost.example'),
    text: `Dag lezer,

Wind tegen is geen straf, het is een gesprekspartner. Drie dijken waar hij het meest te zeggen heeft, met een café aan \
het eind waar hij niet binnen mag.

En: hoe droog je schoenen zonder krant, nu niemand nog een krant heeft.`,
  },
  {
    language: 'it',
    at: '33 11:11',
    from: 'La Posta del Po <posta@lapostadelpo.example>',
    subject: 'La piena, vista dal campanile',
    headers: bulk('lapostadelpo.example'),
    text: `Cari lettori,

il parroco ha contato i gradini sotto l'acqua: undici. Nel 1951 erano diciannove. Le anguille, dice, non sono \
d'accordo con nessuno dei due numeri.

In questo numero: come si legge un idrometro dipinto sul muro di un'osteria.`,
  },
  {
    at: '66 13:00',
    from: 'Skylark Air Club <club@news.skylark-air.example>',
    subject: 'Robin, 3,412 points are waiting for a little sun ☀️',
    headers: bulk('news.skylark-air.example'),
    html:
      `<center><h1>3,412 points</h1><p>That is half a return flight, or one very good sandwich on ` +
      `board.</p><p>Our readers' five favourite coasts, and the one that they asked us not to print.</p></center>`,
  },
])
