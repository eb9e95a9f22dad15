import { pdf } from '../file-builders.ts'
import { inFolder } from '../seed-mail.ts'

const marloes = 'Marloes de Wit <m.dewit@lageveen.example>'
const javier = 'Javier Ordás <jordas@aqualonia.example>'
const daan = 'Daan Kuipers <daan.kuipers@tidewell.example>'
const tomasz = 'Tomasz Wrona <tomasz.wrona@tidewell.example>'

export const otter = inFolder('Work/Projects/Otter', 'otter', [
  {
    language: 'nl',
    at: '1 11:26',
    from: marloes,
    subject: 'Otter: put 7 staat vol vet',
    text: `Hoi Robin,

De rioleringsploeg was vanmorgen bij put 7 (achter de frituur, je raadt het al). De sensor zit onder een centimeter \
gestold vet en meet sinds dinsdag een perfecte rechte lijn.

Kan Daan langskomen, of mogen onze mensen hem zelf schoonmaken? Ze vragen of hij tegen heet water kan.

Groet,
Marloes de Wit
Gemeente Lageveen, stedelijk water`,
  },
  {
    language: 'nl',
    at: '1 14:50',
    from: daan,
    subject: 'RE: Otter: put 7 staat vol vet',
    text: `Ze mogen hem schoonmaken, tot 60 graden, niet met de hogedrukspuit op het venster. Ik ben donderdag in de \
buurt en kijk de kit na.

> Kan Daan langskomen, of mogen onze mensen hem zelf schoonmaken?`,
  },
  {
    language: 'es',
    at: '5 18:12',
    from: javier,
    subject: 'Otter: resultados del banco de pruebas',
    text: `Hola, Robin:

Terminamos ayer las pruebas en el canal de Siero con agua residual de verdad (el becario aún no nos habla). Con caudal \
de 5 a 80 l/s el error está por debajo del 4 %. Por debajo de 5 l/s el sensor ve las burbujas y se anima él solo hasta \
el 15 %.

Propongo un umbral: si la velocidad es menor de 0,1 m/s, calculamos solo por nivel. ¿Lo habláis con Tomasz?

Un saludo,
Javier Ordás
Aqualonia Ingeniería`,
    files: [
      {
        name: 'ensayo_canal.csv',
        contentType: 'text/csv',
        content: 'caudal_ls;error_pct\n3;15,1\n5;4,0\n20;2,2\n80;3,1\n',
      },
    ],
  },
  {
    language: 'es',
    at: '3 09:30',
    from: javier,
    subject: 'Re: Otter: resultados del banco de pruebas',
    text: `De acuerdo con Tomasz, 0,12 entonces. Lo repetimos el lunes, con otro becario.`,
  },
  {
    at: '7 15:15',
    from: tomasz,
    subject: 'Otter: the low flow rule is in',
    text: `Below 0.12 m/s only level is used, above 0.15 only velocity, between them a blend so that the curve has no \
step. On Javier's data the error at 3 l/s falls from 15 to 6 percent. Below that you would need a bucket and a watch.

Branch otter-lowflow, please somebody other than me read it.`,
  },
  {
    language: 'nl',
    at: '13 08:40',
    from: marloes,
    subject: 'planning proefopstelling Lageveen',
    text: `Beste Robin,

Zoals besproken de straten waar we mogen graven, met data:

- Molenweg: week 14, let op, markt op woensdag
- Achterom: week 15
- Kerkplein: NIET in de week van de kermis, dat heb ik de pastoor beloofd
- Vaartkade: pas na de vergunning van het waterschap

Verkeersborden regelen wij, afzetting van de putten doen jullie.

Marloes`,
  },
  {
    at: '16 17:08',
    from: 'Helen Carrick <helen.carrick@tidewell.example>',
    subject: 'Otter budget after the frost',
    text:
      `I moved the numbers around: the frozen month cost us 11k in van days and hotel. Lageveen will not pay for ` +
      `weather and they are right. If Aqualonia takes over the second flume test we are back at zero by June. ` +
      `Could you put that to Javier, gently? He likes you better.`,
  },
  {
    language: 'es',
    at: '20 13:22',
    from: 'Begoña Teverga <bteverga@aqualonia.example>',
    subject: 'Contrato de colaboración Otter, anexo II',
    text: `Estimado Sr. Maes:

Adjunto el anexo II con los cambios solicitados: la propiedad de los datos queda en el ayuntamiento, la del algoritmo \
en ambas empresas a partes iguales, y la sección sobre "fuerza mayor" ya no menciona langostas.

Le ruego me lo devuelva firmado antes del día 30.

Atentamente,
Begoña Teverga
Asesoría jurídica, Aqualonia`,
    files: [
      {
        name: 'Anexo_II_v7_DEFINITIVO_este_sí.pdf',
        contentType: 'application/pdf',
        content: pdf(['Aqualonia / Tidewell', 'Anexo II: propiedad de los datos']),
      },
    ],
  },
  {
    language: 'nl',
    at: '25 10:55',
    from: 'Waterschap Laagland <vergunningen@waterschap-laagland.example>',
    subject: 'Ontvangstbevestiging aanvraag WL-2207 (Vaartkade, Lageveen)',
    text: `Geachte heer, mevrouw,

Wij hebben uw aanvraag voor het plaatsen van twee meetinstrumenten in het riool aan de Vaartkade ontvangen. De \
behandeling duurt ten hoogste acht weken. U hoeft nu niets te doen.

Uw kenmerk: Otter
Ons kenmerk: WL-2207

Dit bericht is automatisch verstuurd; antwoorden worden niet gelezen.`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  },
  {
    at: '30 19:40',
    from: daan,
    subject: 'otter pilot, day 3, smell report',
    text: `Manholes 1 to 5 done. Flow at 2 and 3 looks right against the bucket. At 5 somebody drains a swimming pool \
every Tuesday or there is a spring, both would be news to Lageveen.

I have been given my own table in the hotel restaurant. It is in the corridor.`,
  },
  {
    language: 'nl',
    at: '32 09:21',
    from: marloes,
    subject: 'Re: zwembad?',
    text: `Het ís een zwembad. Van de wethouder. Ik ga hier heel voorzichtig mee zijn.`,
  },
  {
    at: '38 12:44',
    from: 'Priya Raman <priya.raman@tidewell.example>',
    subject: 'otter data: gaps every night at 02:10',
    text:
      `All five pilot sensors lose exactly four messages at 02:10. Every night, all of them. I think it is the ` +
      `gateway's own update check. Could somebody in Lageveen look at the gateway on the town hall roof, or may ` +
      `I?`,
  },
  {
    at: '50 14:30',
    from: javier,
    subject: 'visit in Lageveen, who comes',
    text: `Dear Robin,

we will be three: me, Begoña from legal who wants to see a sewer once in her life, and the intern, who has forgiven \
us. We land at noon on the 11th. Do we need own boots? Sizes 43, 37 and 45.

Regards, Javier`,
  },
  {
    language: 'nl',
    at: '58 16:16',
    from: marloes,
    subject: 'persbericht slim riool - graag nalezen',
    text: `Hoi, communicatie heeft er dit van gemaakt. "Lageveen krijgt een riool dat kan praten." Kan dat iets \
minder? En het zijn geen camera's, dat moet er ECHT in, anders staat de telefoon hier rood.

---
CONCEPT: Lageveen krijgt een riool dat kan praten. Vanaf dit voorjaar houden slimme sensoren in de gaten hoeveel water \
er door de buizen stroomt...`,
  },
  {
    language: 'es',
    at: '69 10:02',
    from: javier,
    subject: 'Nombre del proyecto',
    text:
      `Robin: en la oficina preguntan por qué "Otter". Les he dicho que porque nada en cualquier agua. Si hay una ` +
      `razón mejor, dímela antes del viernes, que sale en la revista.`,
  },
  {
    at: '84 11:11',
    from: 'Town of Lageveen, procurement <inkoop@lageveen.example>',
    subject: 'Award decision: sewer flow monitoring (Otter)',
    text: `Dear Mr Maes,

We are pleased to inform you that the pilot for sewer flow monitoring has been awarded to the consortium Tidewell / \
Aqualonia. The standstill period is twenty days. Please do not begin any work and do not order material on our account \
before it has ended.

With kind regards,
Procurement desk, Town of Lageveen`,
    files: [
      { name: 'award.pdf', contentType: 'application/pdf', content: pdf(['Town of Lageveen', 'Award decision 2231']) },
    ],
  },
])
