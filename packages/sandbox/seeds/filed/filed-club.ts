import { pdf } from '../file-builders.ts'
import { inFolder } from '../seed-mail.ts'

const uwe = 'Uwe Kessler <training@rc-obersauer.example>'
const board = 'RC Obersauer Vorstand <vorstand@rc-obersauer.example>'
const list = 'ruderer@liste.rc-obersauer.example'
const listed = { 'List-Id': 'Ruderer RCO <ruderer.liste.rc-obersauer.example>', 'List-Post': `<mailto:${list}>` }

export const club = inFolder('Club', 'club', [
  {
    language: 'de',
    at: '1 20:05',
    from: uwe,
    to: [list],
    headers: listed,
    subject: '[ruderer] Samstag 8:30 Vierer, Sonntag frei',
    text: `Leute,

Samstag 8:30 Abfahrt mit dem Vierer, Robin bitte auf drei, Margret steuert. Wer wieder um 8:31 kommt, bläst die Fender \
auf.

Pegel ist 1,90, also bis zur Insel und zurück, nicht weiter.

Uwe`,
  },
  {
    language: 'de',
    at: '7 22:14',
    from: uwe,
    to: [list],
    headers: listed,
    subject: '[ruderer] Training fällt aus: Hochwasser',
    importance: 'high',
    text:
      `3,40 und steigend, die Pritsche steht unter Wasser. Kein Training bis auf weiteres. Wer laufen will: ` +
      `Dienstag 18:30 am Bootshaus, eine Stunde, hinterher Suppe.`,
  },
  {
    language: 'de',
    at: '13 18:00',
    from: board,
    to: [list],
    headers: listed,
    subject: 'Einladung zur Mitgliederversammlung',
    text: `Liebe Mitglieder,

hiermit laden wir satzungsgemäß zur ordentlichen Mitgliederversammlung am letzten Freitag des Monats, 19:00 Uhr, ins \
Bootshaus ein.

1. Begrüßung und Totenehrung
2. Bericht des Vorstands, Bericht der Kassenprüfer
3. Entlastung
4. Neuer Zweier: ja oder nein
5. Verschiedenes (Duschen)

Anträge bitte schriftlich bis eine Woche vorher.

Der Vorstand`,
    files: [
      {
        name: 'Tagesordnung_MV.pdf',
        contentType: 'application/pdf',
        content: pdf(['RC Obersauer', 'Tagesordnung Mitgliederversammlung']),
      },
    ],
  },
  {
    language: 'de',
    at: '10 09:31',
    from: 'Margret Thill <margret.thill@mailbox.example>',
    to: [list],
    headers: listed,
    subject: 'Re: [ruderer] Duschen (schon wieder)',
    text: `Die linke ist jetzt warm, die rechte ist kalt. Vorher war es umgekehrt. Der Installateur hat zwei Stunden \
berechnet.

M.`,
  },
  {
    language: 'de',
    at: '25 12:12',
    from: 'Kassenwart RCO <kasse@rc-obersauer.example>',
    subject: 'Mitgliedsbeitrag Familie Maes-Vandamme',
    text: `Hallo Robin,

der Familienbeitrag von 310 € wird zum Monatsersten eingezogen. Mila zählt ab diesem Jahr als Jugendmitglied, das ist \
im Familienbeitrag drin. Falls ihr den Spind 22 nicht mehr braucht, wären das 24 € weniger.

Gruß, Norbert`,
  },
  {
    at: '5 13:55',
    from: 'Gareth Pugh <gareth.pugh@post.example.org>',
    to: [list],
    headers: listed,
    subject: '[ruderer] bow ball on the old eight',
    text: `All, whoever had the old eight out on Thursday: the bow ball is cracked and there is a nice new scratch of \
about 40 cm under seat six. No drama, but write it into the damage book, that is why it hangs there.

I can laminate it at the weekend if two people help me turn her.

Gareth (boat warden)`,
  },
  {
    at: '16 19:47',
    from: 'Gareth Pugh <gareth.pugh@post.example.org>',
    subject: 'oars: which ones do you want kept',
    text:
      `Robin, I am sorting the rack. There are eleven odd macons from before the flood, two belong to your old ` +
      `crew. Keep, burn, or hang on the wall of the bar?`,
  },
  {
    language: 'de',
    at: '30 17:17',
    from: uwe,
    to: [list],
    headers: listed,
    subject: '[ruderer] Meldungen Frühjahrsregatta',
    text: `Meldeschluss ist am 20. Bisher:

Masters-Vierer C: Robin, Gareth, Jean-Paul, ich. Steuer: Margret
Mixed-Doppelzweier: Ilse und Jean-Paul (wenn das Knie hält)
Junioren: Noah, Theo

Startgeld 14 € pro Platz, bitte bei Norbert. Hänger fährt Freitag 16 Uhr, Verladen ab 15 Uhr, und zwar alle.

Uwe`,
  },
  {
    language: 'de',
    at: '34 08:20',
    from: 'Regattabüro Saarbogen <meldung@regatta-saarbogen.example>',
    subject: 'Meldebestätigung Frühjahrsregatta: RC Obersauer, 3 Boote',
    text: `Sehr geehrte Sportkameraden,

wir bestätigen die Meldung von drei Booten. Obleutebesprechung um 8:00 Uhr im Zelt, Waage ab 7:15. Bootswagen bitte \
nicht wieder auf der Liegewiese abstellen.

Regattabüro`,
  },
  {
    language: 'fr',
    at: '20 21:09',
    from: 'Jean-Paul Hoffmann <jp.hoffmann@poste.example.net>',
    subject: 'covoiturage régate',
    text: `Salut Robin,

J'ai trois places pour la régate, départ 6 h. Tu prends les gilets, je prends les sandwichs, Margret prend le volant \
parce que moi à 6 h je ne suis pas un danger seulement pour moi-même.

JP`,
  },
  {
    at: '37 20:20',
    from: 'Ruderer RCO <ruderer@liste.rc-obersauer.example>',
    headers: listed,
    subject: '[ruderer] moderators digest: 3 held messages',
    text: `The following posts are waiting for approval:

1. "Cheap carbon oars from factory" - non-member
2. "Re: Duschen" - message too large (14 pictures of a shower)
3. (no subject) - Uwe, sent from the wrong address again`,
  },
  {
    language: 'de',
    at: '46 11:02',
    from: board,
    to: [list],
    headers: listed,
    subject: 'Arbeitseinsatz: Liste hängt aus',
    text:
      `Am ersten Samstag im Monat ab 9 Uhr: Pritsche streichen, Hecke, Dachrinne, Keller vom Schlamm befreien. ` +
      `Pflichtstunden 6 pro Jahr, wer keine macht, zahlt 15 € je Stunde. Kuchen stellt der Vorstand, Rasenmäher ` +
      `stellt sich hoffentlich von selbst.`,
  },
  {
    at: '58 16:38',
    from: 'Coach Exchange, Rowing Grand Est <exchange@rowing-grand-est.example.org>',
    subject: 'Your club is invited: two days of technique in Metz-le-Lac',
    text: `Dear rowers,

bring your crew and your bad habits. Video from the launch, one session on the tank, dinner together. 60 EUR a head, \
beds in the gym. Places for eight clubs, the first eight that answer.

Your coaches' exchange`,
  },
  {
    language: 'de',
    at: '71 07:07',
    from: uwe,
    to: [list],
    headers: listed,
    subject: '[ruderer] Ergo-Liste Winter, Endstand',
    text: `6000 m, alle, die sich getraut haben:

Ilse 25:58 (persönliche Bestzeit, Respekt)
Robin 23:41
Gareth 23:12
Jean-Paul 24:50, danach zehn Minuten auf dem Boden
Margret schaut zu und ist zufrieden

Ab April nur noch Wasser.`,
  },
  {
    language: 'de',
    at: '83 19:19',
    from: 'Jugendleitung RCO <jugend@rc-obersauer.example>',
    subject: 'Schwimmnachweis Mila fehlt noch',
    text: `Hallo ihr zwei,

für die Jugendgruppe brauchen wir von Mila noch den Schwimmnachweis (200 m in Kleidung reicht). Ohne den darf sie nur \
bis zur Pritsche, und das erträgt sie nicht lange.

Liebe Grüße
Svenja`,
  },
])
