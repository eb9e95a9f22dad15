import { inFolder } from '../seed-mail.ts'
import { png } from '../file-builders.ts'

const pieter = 'Pieter Maes <pieter@llagar-maes.example>'
const lucia = 'Lucía Ferrán <lucia.ferran@correo.example.org>'
const odile = 'Odile Schroeder <odile.schroeder@poste.example.net>'
const cousin = 'Wout Maes <wout@maes-brothers.example.com>'

export const familyOthers = inFolder('Family', 'family', [
  {
    at: '4 23:51',
    from: pieter,
    subject: "Re: Mum's birthday - flights",
    text: `Booked! Four of us, arriving Friday late, leaving Monday. Do NOT tell mum that Lucía's parents are coming \
too, it is meant to be the surprise.

Can you pick us up or shall we take the train? With the little one and the car seat the train is a bit of a circus.

Also: is it true Katrien wants me to give a speech. Tell me it is not true.

P.`,
  },
  {
    at: '26 13:37',
    from: pieter,
    subject: 'cider, finally',
    text: `Brother,

we pressed on Saturday. 900 litres, give or take whatever Uncle Nel drank while "checking the tap". The density is \
1.052 which you will tell me is meaningless without a temperature, so: 14 degrees.

I kept forty bottles of last year for the party. How do I get forty bottles through an airport? Serious question.

P`,
    files: [{ name: 'press.png', contentType: 'image/png', content: png(120, 80, [190, 150, 60]) }],
  },
  {
    language: 'es',
    at: '8 20:18',
    from: lucia,
    subject: 'Fotos de la cuna y una pregunta',
    text: `Hola Robin:

Mil gracias por la cuna, ha llegado entera y Nel ya duerme en ella como un bendito (cuando duerme). Pieter la montó al \
revés la primera vez, no se lo digas a tu madre.

Una pregunta: ¿a Greet le hace ilusión que mis padres vayan a la fiesta o le da apuro por el idioma? Mi madre está \
practicando "gefeliciteerd" delante del espejo y da un poco de miedo.

Un abrazo grande a Ilse y a los niños,
Lucía`,
  },
  {
    language: 'es',
    at: '39 11:05',
    from: lucia,
    subject: 'Nel ya tiene un diente',
    text: `¡Uno! Abajo, a la izquierda. Muerde como su padre.

Os mando la foto cuando se deje hacerla. Besos desde Gijón, aquí llueve, qué sorpresa.`,
  },
  {
    language: 'es',
    at: '73 17:29',
    from: lucia,
    subject: 'Casa de Marcos en julio',
    text: `Robin, Ilse:

He hablado con Marcos y os guarda la casa del 24 al 31. Son 90 la noche, hay que llevar sábanas y avisar a la vecina, \
Doña Rosario, que tiene las llaves y mucha conversación. La playa está a doce minutos andando, quince con niños, \
treinta con niños y flotador.

No hay cobertura. Ni wifi. Lo digo por Jonas.

Lucía`,
  },
  {
    language: 'fr',
    at: '12 10:04',
    from: odile,
    subject: 'Ma visite',
    text: `Mon cher Robin,

Je t'écris avec la nouvelle tablette que le petit Schmit m'a installée ; pardonne les fautes, les touches sont trop \
petites pour mes doigts.

Je viendrai volontiers à la fête de Greet si quelqu'un peut me prendre à la gare. Les escaliers, c'est fini pour moi, \
mais on me dit que la salle est de plain-pied sauf pour les toilettes. Je boirai peu.

J'apporte la nappe brodée de ma mère. Elle te reviendra un jour, autant qu'elle serve.

Je t'embrasse,
Tante Odile`,
  },
  {
    language: 'fr',
    at: '36 15:22',
    from: odile,
    subject: 'Re: Ma tablette',
    text: `Cher Robin,

Ça y est, les lettres sont grosses maintenant. Merci à Jonas pour ses explications au téléphone, il a une patience \
d'ange, ce n'est pas de ton côté qu'il la tient.

Par contre, la tablette me demande tous les matins si j'aime une application. Je réponds non. Est-ce que je fais bien ?

Odile`,
  },
  {
    language: 'fr',
    at: '90 09:48',
    from: odile,
    subject: 'Les photos de 1961',
    text: `J'ai retrouvé la boîte dans l'armoire du palier. Il y a ton grand-père sur la barque, ta grand-mère qui \
rit, et une dame que personne ne connaît. Si tu passes, nous mettrons des noms derrière pendant que je les sais encore.

Ta tante`,
  },
  {
    language: 'de',
    at: '20 18:55',
    from: 'Anneliese Thommes <anneliese.thommes@mailbox.example>',
    subject: 'Cousinentreffen an Pfingsten',
    text: `Lieber Robin,

ja, ich bin die Tochter von Odiles Bruder, wir haben uns zuletzt auf der Beerdigung von Onkel Matthias gesehen, du \
hattest damals noch Haare bis auf die Schultern.

Wir wollen an Pfingsten alle Cousins und Cousinen einmal zusammenbekommen, bei uns in der Scheune, jeder bringt etwas \
mit. Bisher sind wir 19 Zusagen. Platz zum Zelten ist genug da, für Odile haben wir ein richtiges Bett.

Meldest du dich kurz, mit wie vielen ihr kommt und wer was nicht isst?

Herzliche Grüße aus der Eifel
Anneliese`,
  },
  {
    at: '49 22:09',
    from: cousin,
    subject: 'your old kayak',
    text: `Hey cuz, is it still under the stairs at your mum's? If nobody wants it I'd take it for the boys. I'd fix \
the skeg and everything.

W.

Sent while pretending to listen in a meeting`,
  },
  {
    at: '46 07:33',
    from: cousin,
    subject: 'RE: your old kayak',
    text: `Legend. Saturday morning then, I borrow the trailer from Bram. You said there might be a wasp nest in it? \
How might is might?

> Take it, please. Check for wasps first, there might be
> a nest in the bow.`,
  },
  {
    at: '60 19:19',
    from: 'Jonas <jonas.vm@kids.example.org>',
    subject: 'important!!!!',
    text: `hi dad

can i have 14.99 for a game its on sale only until sunday and noah has it too and you can BUILD DAMS in it so its \
basically your job

i will do the dishwasher for 2 weeks. 3 weeks.

jonas`,
  },
  {
    at: '101 06:50',
    from: 'Jonas <jonas.vm@kids.example.org>',
    subject: 'my list 🎂',
    text: `1. the game with the dams (you know)
2. bike lamp that blinks 🚲
3. a real barometer NOT a toy one
4. money
5. no clothes please 🙏`,
  },
  {
    at: '15 21:00',
    from: 'Marleen Kox <marleen.kox@mailbox.example>',
    subject: 'plants all alive (mostly)',
    text: `Dear both, dear cousins,

keys are back in your box. All plants survived except the one Ilse called "the difficult one", it was difficult. I \
watered, I talked, it left us on Tuesday.

The cat next door sat on your table every single day.

love, your favourite cousin
Marleen`,
  },
  {
    language: 'nl',
    at: '118 14:10',
    from: 'Ilse Vandamme <ilse.vandamme@mailbox.example>',
    subject: 'Fwd: échographie, alles goed',
    html:
      `<p>voor jou, ik kon niet wachten tot vanavond. Het is een <b>meisje</b> bij Pieter en Lucía? Of toch een ` +
      `jongen? Ik kan er niks uit opmaken &#128514;</p><p><img src="cid:scan@mailbox.example" alt="echo" ` +
      `width="160"></p><p>x Ilse</p>`,
    files: [
      {
        name: 'scan.png',
        contentType: 'image/png',
        content: png(160, 120, [90, 90, 100]),
        contentId: 'scan@mailbox.example',
      },
    ],
  },
])
