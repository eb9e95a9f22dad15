/**
 * Frequent words of short, also informal, texts. A word of several languages counts for each in part.
 */
export const languageWords = {
  en: `
    the and you your are is this that with have has please thank thanks we our can could would will be from not any
    attached regards dear hello let know there what when if it to of a for in on at by or i new days before up an hi
    was as so about been re may one ll need account two all after us me do ve within year next week now time card last
    minutes hours number free order date until out my send due pm back online day first who available off don tax
    bring get month today change pay three notice but th more keep open read return like request payment fee here only
    email still reply call ready come see must check also report because code every work take same home go them again
    sign full use paid app address delivery tell claim message how application under received sent which review weeks
    office meeting team password good without than other statement plan months book items he she they his her want got
    going meet yes no ok sure tonight tomorrow morning evening monday tuesday wednesday thursday friday saturday
    sunday cheers soon cool great love hey sorry maybe does did think fancy anyone quick works late weekend someone
    euro september november am unfortunately wrote said`,
  de: `
    der das und ist nicht sie ich wir ihr ihre ihnen mit für auf ein eine einen bitte danke vielen dank können haben
    wird werden zu von dem den sich auch noch bei sehr geehrte herr frau grüße freundlichen anbei hallo liebe du dir
    dich mir mich dein deine hast bist kannst kommst magst passt geht heute abend schon gerade lg vg mfg klar doch
    oder nein wann wie schickst die im am bis an zum um ab zur uns es wurde nach über guten hat sind aus neue habe als
    vor diese geehrter zwei vom erhalten nur beim unsere unserer finden wenn ohne drei jetzt einer alle mehr einem
    unser liegt wieder dann da dass statt online kann vorher gern kommt bringen melden innerhalb automatisch steht
    morgen keine neues möchten bereit unter leider geben november läuft hier durch meine lieber mai wegen vier damit
    seit etwa viele bestätigen müssen danach etwas frei sonst wurden wer möglich nichts weiter sein dazu fällig
    letzten zurück zwischen bin gruß neuer gibt nächsten gilt falls sofort senden war antworten sechs alles euch
    einladung herzlich september fünf bleibt januar einfach neu stellen dezember prüfen deinem mal nochmal mein wo was
    warum denn ja nö ok gut super klasse prima später nachher übermorgen gestern früh uhr montag dienstag mittwoch
    donnerstag freitag samstag sonntag hi hey tschüss ciao bald grüß kommen komme komm gehen mach machst machen weiß
    weißt sag sagst schick ruf meld melde brauche brauchst will willst wollen muss musst soll sollen darf möchte gerne
    schön toll lieb vielleicht wochenende termin zeit hätte hättest wäre könntest würde sehen treffen essen trinken
    habt seid euro servus moin hab hätt tschau jo nee kuchen kaffee urlaub nächste woche`,
  fr: `
    le les et est vous nous votre vos pour avec une dans pas ce cette je merci bonjour madame monsieur cordialement
    veuillez pouvez avez sont du des au aux sur être avoir plus bien très ci-joint salut coucou tu toi moi ça va
    demain soir peux viens bises bisous oui quand quoi mais est-ce de à la un par avant été ne ou sera deux notre si
    jours il compte mois demande ai carte sans jusqu jour trois sous semaine ligne nos jeudi après message disponible
    client heures samedi depuis espace juin service avons frais dossier mardi passe tous décembre lundi nouvelle
    minutes novembre êtes qui reste numéro code avis date reçu cher voici ans mon tout ont vendredi ton commande
    paiement montant part mai réponse presse seront faire septembre lieu équipe colis cours rendez-vous facture comme
    nouveau chère dimanche toute fin peut place pièce partir contrat année déclaration entre chez mars cas point
    pendant mot salle matin même adresse pensez devis réunion fait livraison réception identité prise accès chers
    aussi elle retour délai page charge arrivée site version suis fois entretien suite formation bonne avril échéance
    manque lettre véhicule toutes son on te tes ta ma mes ils elles lui leur veux fais vas dis sais es as sommes font
    vont rien encore toujours jamais midi hier mercredi week-end ok super génial désolé désolée pourquoi comment où
    combien besoin envoie envoyer appelle rappelle réponds stp svp bisou bonsoir nuit journée soirée tard bientôt non
    ensemble voir manger boire prends libre dispo qu j parfait`,
  es: `
    el los las y es usted con para por una su sus gracias hola estimado estimada saludos puede tiene son del al que no
    se este esta muy adjunto favor buenos días cordial nos más está tu tú te puedes tienes vienes vale cuándo cómo qué
    besos abrazo mañana hasta de la en a un si lo antes ha ya día sin desde dos cuenta me tres correo semana hoy hemos
    jueves horas viernes lunes minutos pago mes tarjeta sobre fecha hay equipo como año número datos sábado mensaje
    tus plazo todo meses nuevo nueva mi solo cada martes pero nuestro web he después personas entre entrega porque han
    años solicitud euros sido código domingo miércoles hora compra junio nada hace marzo os cita contrato falta va
    cliente factura pedido durante mayo recibido precio servicio cinco menos hacer fue abril grupo segunda todos ver
    siguiente envío buenas casa caso también min ni estado mismo consulta dirección acceso segundo octubre primera
    agua recibo cuatro teléfono nombre reserva documento trabajo cuando paquete cambios así revisión septiembre
    versión certificado orden cuota cambio fotos parte yo mí le les ella ellos dónde quién ayer tarde noche finde
    vamos voy vas ven quiero quieres puedo podemos sé sabes tengo tenemos estoy estás estamos hablamos llámame dime
    mándame pásame oye tal bien mal claro perdona luego pronto beso algo aquí allí u perfecto llamas puedas`,
  nl: `
    het een en niet voor met van u uw wij ons onze bedankt dank hallo beste groet groeten kunt kunnen hebben heeft
    zijn wordt aan bij ook naar deze dit graag bijlage vriendelijke geachte mijn jullie ik hoi jij jou jouw mij kan
    kun kom ben heb wil vanavond doei groetjes nee wanneer hoe wat lukt goed je in op is uur te we dan om tot er dat
    nog over door nieuwe jaar per uit na binnen staat dag als via twee dagen mee week geen nu drie gaat vanaf terug
    klaar mei onder moet worden af juni vrijdag euro ze hebt mevrouw maand bent zelf meer ontvangen ontvangt foto
    november zonder nieuw mag maart vragen december zaterdag bericht laat nodig alle krijgt maar weten geef doen heer
    komt minuten april mail weken app morgen betalen keer eerste hij vandaag neem donderdag volgende dinsdag zondag
    wie gaan vraag blijft januari komen daarna afspraak geldig open team rekening tussen kosten laatste oude eigen
    bestelling maken niets woensdag juli elke tegen september wel bedrag wilt factuur staan één vooraf stuur auto zit
    even veel tijd zo weer me zij haar hem die waar waarom al want dus of toch eens gewoon ga was had moeten zal
    zullen doe doet weet zie zien bel stuurt spreken gisteren vanmiddag straks later weekend maandag liefs kusjes hee
    hey leuk lekker prima fijn super sorry dankjewel alvast ja oké samen eten zin thuis`,
  // Told apart only: no draft is written in them. `sv` stands for the Scandinavian languages.
  it: `
    il lo gli che di del della dei delle nel nella per con una uno sono è sei siamo ho hai ha abbiamo non più anche ma
    come quando dove perché grazie ciao buongiorno salve domani oggi stasera ieri ci vediamo puoi posso può devo vieni
    bene certo cordiali saluti gentile sì mi ti si al alla questo questa mio tuo un da in bacio`,
  pt: `
    o os um uma do da dos das no na nos nas em para com por não que você vocês está estou são é tem tenho obrigado
    obrigada olá oi bom dia boa tarde noite amanhã hoje ontem também mas quando onde como pode posso vamos vem meu
    minha seu sua abraço abraços cumprimentos prezado ao à já até sim tudo bem beijo beijos`,
  sv: `
    och att det är jag du vi ni han hon inte en ett på av till för med som om kan kom hej tack idag imorgon ikväll
    ikke og er jeg til deg dig mig meg den de vil hva hvad hvor når nå nu også men har skal kommer hilsen hälsningar
    mvh vänliga takk tak i morgen`,
  pl: `
    i nie to jest na się z do w że co jak czy tak dla po od za ale ja ty my wy mnie ci dziękuję proszę dzień dobry
    cześć jutro dziś dzisiaj pozdrawiam pozdrowienia będzie może mogę możesz jestem masz mam`,
}
