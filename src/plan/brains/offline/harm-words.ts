// The words of grave harm by class, in English, German, French, Spanish and Danish. Data alone: which
// classes together ask for harm is said in harm-rules.ts. `kill*` is every word that begins so, `*mord`
// every word that ends so, `_` any one word; commas part the entries. No word refuses a goal alone.

/** Done to people, and hardly to anything else. */
const murder = `murder, murdering, assassinat*, behead*, decapitat*, lynch, lynching, massacre, massacres, massacring, strangl*, smother*, stab, stabbing, dismember, gun* down, mow* down, bump* off, open* fire on, beat* _ to death, stone _ to death, burn* _ alive, burn* alive, bury* alive, slit _ throat, slit their throats, honour killing, honor killing, mass shooting*, shoot* up, killing spree, mass murder*, bloodbath, manslaughter, hunt* and kill*, ermord*, erwürg*, erstech*, abstech*, erdrossel*, enthaupt*, umbring*, umzubringen, umlegen, abknall*, abschlacht*, erschlag*, erschieß*, totschlag*, massaker*, niedermetzel*, blutbad, *ehrenmord, ehrenmord*, *auftragsmord, auftragsmord*, *massenmord, massenmord*, *giftmord, giftmord*, *meuchelmord, meuchelmord*, amoklauf*, lynch*, steinigen,
assassiner, assassinat, assassinats, égorg*, étrangl*, poignard*, décapit*, massacr*, lapid*, lynch*, meurtre*, tuerie*, crime* d honneur, brûl* vif*, brûl* vive*,
asesin*, degoll*, estrangul*, apuñal*, decapit*, masacr*, linch*, lapid*, descuartiz*, quemar viv*, crimen* de honor, acribill*,
myrd*, kvæle, kvæler, halshug*, snigmyrd*, massakr*, lynch*, stikke ned, stik ned, knivdræb*, *æresdrab, æresdrab*, *lejemord, lejemord*, *massemord, massemord*, tæve* ihjel, massedrab*`;
/** Done to people or to pests, plants and processes: only with people as what it is done to. */
const kill = `slå _ _ ihjel, slå _ _ _ ihjel, make _ die, make _ _ die, make _ _ _ die, let _ _ die, kvæl, stik _ _ ned, stikke _ _ ned, skyde _ _ ned, kill, killing, killings, kills, slay, slaying, slaughter, slaughtering, exterminat*, liquidat*, wipe* out, poison, poisoning, electrocut*, drown, drowning, starve, starving, gassing, suffocat*, annihilat*, cull, crucify, butcher, ambush, run* over, maim, mutilat*, disfigur*, freeze to death, let _ die, let _ starve, let _ freeze, slå _ ihjel,
töt*, vergift*, ausrott*, auszurotten, vernicht*, beseitig*, eliminier*, hinricht*, hinzurichten, verhunger*, ertränk*, erhäng*, vergas*, verbrenn*, abschieß*, anzünd*, liquidier*, schlachte, schlachten, verstümmel*,
tuer, tue, empoisonn*, exterminer, éliminer, exécuter, noyer, pendre, affamer, abattre, liquider, brûler, mutiler, supprimer, se débarrasser de, anéantir, gazer,
matar, mata, matanza, envenen*, extermin*, eliminar*, elimina, elimine, eliminen, eliminando, eliminación, ejecut*, ahog*, ahorc*, fusil*, liquid*, quemar, mutilar, deshacer* de, aniquil*, acabar con, gasear,
dræb*, forgift*, udrydd*, henret*, likvider*, drukne, hænge, aflive*, udslet*, tilintetgør*, smitte, gasse, ombring*, rydde* af vejen, skaffe* af vejen`;
/** The same in words that mostly mean something else: the people must be the very next thing. */
const killSoft = `hunt down, execute, executing, execution of, executions of, burn, burning, hunt, hunting, shoot, shooting, shoot at, put* down, hang, hanging, gas, stone, torch, eradicat*, neutrali*, skyde, skyd, skyde _ ned, brænde, dispararle, disparar a, tirer sur, jage, eliminat*, get* rid of, getting rid of, do away with, dispos* of, finish* off, removal and disposal of`;
/** Forms in which people are the subject: "are to be shot". */
const slain = `killed, murdered, slaughtered, shot, executed, poisoned, strangled, gassed, massacred, beheaded, drowned, burned alive, burnt alive, tortured, raped, enslaved, beaten, whipped, starved, hunted, hunted down, exterminated, liquidated, assassinated, stabbed, electrocuted, mutilated,
getötet, ermordet, erschossen, vergiftet, hingerichtet, gefoltert, umgebracht, vergewaltigt, versklavt, gejagt, verprügelt, vergast,
tués, tué, tuées, tuée, assassinés, assassiné, exécutés, torturés, empoisonnés, violées, réduits en esclavage, chassés à l homme, abattus, fusillés,
asesinad*, ejecutad*, torturad*, envenenad*, fusilad*, violadas, esclavizad*, cazad*,
dræbt, dræbes, myrdet, myrdes, skudt, henrettet, henrettes, tortureret, tortureres, forgiftet, forgiftes, voldtaget, jaget`;
/** What turns a participle into something that is to happen. */
const shall = `are, will, must, shall, be, get, gets, being, have, is, to, werden, wird, sollen, soll, lassen, müssen, sont, seront, soient, être, sera, est, faire, serán, sean, ser, son, sea, estarán, skal, bliver, blive, vil, få`;
/** The end of a life as what comes of it. */
const dies = `going to die, dies, will die, must die, should die, people die, they die, to die, die together, die quietly, die in a, die in an, die in the, die in his, die in her, die in their, die in pain, die in agony, die in prison, die in hospital, residents die, all die, dead, drop dead, lethal, fatal, fatally, deadly, death, deaths, not wake up, never wake up, never wakes up, perish*, last breath, corpse, corpses, the body, bleed* out, disappear* forever, vanish* forever,
sterben, stirbt, sterbe, tot, tod, tödlich*, nicht mehr aufwach*, nie mehr aufwach*, leiche, leichen, umkommen, verreck*, ums leben komm*, verschwinden lassen,
meure, meurt, meurent, mourir, mort, morts, mortel*, cadavre*, ne se réveill*, périr, périssent,
muer*, morir, mueran, mortal*, cadáver*, no despiert*, perezca*,
dør, død, døde, dødelig*, lig, liget, ikke vågner, omkomme*`;
/** That an end is wanted, brought about or hidden. */
const wanted = `going to, plan how, so that, so nobody, so no one, so none, make sure, ensure, until, want*, make it look, looks like, look like, look as, arrange, should, has had, have had, plan how, make her, make him, make them, in such a way, without anyone, nobody, no one, hide, hiding, get him, get her, see to it, never reach*, never leave*, must, slip, goes home, leaves, walks out,
soll, sollen, damit, sodass, so dass, bis, muss, müssen, dafür sorgen, ohne dass jemand, verdacht, unauffällig, aussehen lass*, niemand, lassen, verstecken, wünsche,
pour que, faire en sorte, doit, doivent, jusqu à ce que, sans que personne, avoir l air, accidentel*, cacher, maquill*, personne ne,
para que, parezca, hasta que, debe, deben, tiene* que, sin que nadie, hacer que, ocultar, nadie,
så at, så han, så hun, så de, så folk, indtil, skal, uden at nogen, ligne, skjule, ingen, sørg* for at`;
/** Nobody plans these for the good. */
const last = `life or death, life and death, last one alive, last man alive, last one standing goes home, only one survives, only one survivor, until one is dead, until one dies, until one of them dies, until only one, one leaves alive, nobody leaves alive, to the death, fight to death, blood sport, deathmatch with, gladiator*, leave* the arena alive, kill each other, human hunt*, manhunt for sport,
bis nur einer, bis einer stirbt, bis einer tot, auf leben und tod, bis zum tod, menschenjagd*, bis nur eine,
jusqu à la mort, un seul survivant, combat* à mort, jusqu à ce qu il n en reste, chasse à l homme,
hasta la muerte, a muerte, solo uno sobreviv*, sólo uno sobreviv*, quede uno vivo, caza humana,
til døden, på liv og død, kun én overlever, kun en overlever, menneskejagt`;
const fights = `competition*, games, game, fight*, duel*, battle*, tournament, contest*, arena, combat, weapons, knives, compete, match, hunted, kämpf*, turnier, waffen, combat*, se battre, luch*, pele*, torneo, combate*, kæmp*, slås, turnering`;

/** Taking somebody's freedom, body or will. */
const capture = `prostituir, prostituer, prostituier*, hold _ hostage, hold _ _ hostage, take _ _ hostage, hold _ captive, kidnap, kidnapping, abduct*, enslav*, traffic in, trafficking in, take* hostage, take _ hostage, hold* hostage, hold* captive, keep* captive, imprison*, torture, torturing, waterboard*, rape, raping, gang rape, sell* into slavery, keep* in chains, keep _ in a basement, keep _ in the basement, keep _ in a cellar, keep as slaves, interrogat* with, beaten until, beaten if, beat _ until, forced labour, forced labor, as slaves, slave labo*, against their will, against her will, against his will, human trafficking, bonded labo*, hold* for ransom,
entführ*, zu entführen, verschlepp*, versklav*, folter*, vergewaltig*, geiselnahme, als sklaven, gefangen halten, gefangenhalten, festgehalten, zwangsarbeit*, zwangssterilis*, zwangsprosti*, quäl*, menschenhandel*, gegen ihren willen, zur prostitution, gefangen zu halten,
enlever, enlèvement*, kidnapp*, séquestr*, tortur*, violer, viol collectif, esclav*, en esclavage, travail forcé, prise d otages, prendre en otage, contre leur gré, contre leur volonté, traite d*, proxénét*,
secuestr*, tortur*, violar, esclav*, trabajo* forzado*, tomar rehenes, tomar como rehenes, contra su voluntad, traficar con, trata de, proxenet*, raptar, rapto de, explotación sexual,
bortfør*, kidnap*, tortur*, voldtag*, som slaver, slavearbejd*, slavebind*, tvangsarbejd*, tage som gidsel, tage gidsler, gidseltag*, mod deres vilje, tvangssterilis*, menneskehandel*`;
/** Getting hold of people and passing them on. */
const trade = `trafficked, enslaved, sell, selling, buy, buying, auction, traffic, trafficking, smuggl*, hand* over, supply, recruit*, rent out, lend out, bring, import, lure, luring, trade, trading, ship, moving, move,
verkauf*, zu verkaufen, anwerb*, schleus*, liefern, locken, anlock*, handel mit,
vendre, vente de, acheter, recrut*, livrer, attir*, faire venir, trafic de,
vend*, comprar, traficar, reclut*, captar, entregar, traer,
sælg*, købe, rekrutter*, lokke*, smugle*, indfør*, handle med`;
const coerce = `coerc*, compel*, oblige, make _ work, made to work, trick*, blackmail*, deceiv*, promised jobs, keep, keeping, hold, holding, exploit*, detain*, zwing*, gezwung*, nötig*, halten, ausbeut*, forcer, obliger, contraind*, exploiter, faire travailler, obligar, forzar, explotar, retener, tving*, holde, udnyt*`;
const bondage = `brothel*, prostitution, prostitut*, sex work*, sex trade, pimp*, paying men, paying guests, slave, slaves, slavery, never pay back, ransom, sweatshop*, confess,
bordell*, prostituier*, sklav*, lösegeld, geständnis*, prostitution,
bordel*, maison* close*, esclav*, rançon, avouer,
burdel*, prostíbul*, prostituci*, esclav*, rescate, confies*, confesar,
bordel*, slave*, slaver, løsesum, løsepenge`;

/** They cannot go, and they work. */
const confined = `under armed guard, under guard, armed guards, cannot leave, can not leave, may not leave, not allowed to leave, locked in, lock* them in, keep* their passports, passports we keep, whose passports, take* their passports, never pay back, beaten if, if they run, eingesperrt, pässe abnehm*, dürfen nicht gehen, confisqu* les passeports, passeports confisqués, ne peuvent pas partir, no pueden salir, quitarles los pasaportes, må ikke forlade, tage deres pas`;
const toil = `toil*, farm, mine, fields, plantation, work, works, unpaid, without pay, maids, debts, workshop, jobs, domestic, labour, labor, harvest, arbeit*, ohne lohn, travail*, sans salaire, trabaj*, sin sueldo, arbejd*, uden løn`;
/** Sex, and what is made of it. */
const sexual = `groom a, groom young, groom children, groom girls, groom boys, groom minors, abusing, abuse, sex, sexual, sexually, porn*, nude*, naked, erotic, explicit pictures, explicit videos, molest*, grope, sexting, undress*, child bride*, sexuell*, sexualis*, nackt, nackte, nackten, nackter, nacktes, nacktfoto*, nacktbild*, nacktaufnahm*, nacktvideo*, kinderporno*, missbrauch*, mißbrauch*, sexuel*, porno*, nu, nues, nus, abuser de, abus sexuel*, pédophil*, pédoporno*, pédocrimin*, sexo, desnud*, abusar, pedofil*, pedoporno*, pædofil*, pädophil*, paedophil*, pedophil*, seksuel*, have seks med, har seks med, dyrke* seks med, seks med mindreårige, nøgen*, nøgne, misbrug*, børneporno*`;
const deed = `people to kill, people to shoot, someone to kill, someone to shoot, people to hunt, child abuse video*, child abuse image*, child abuse material, turn* off life support, hire* a killer, hire* _ killer, pay* a killer, child marriage*, forced marriage*, csam, child porn*, child sexual abuse material, kinderporno*, pédoporno*, pornographie infantile, pornografía infantil, børneporno*, child brides, child bride, sex with minors, sex with children, snuff film*, snuff movie*, snuff video*, human sacrifice*, child soldiers, genocide*, ethnic cleansing, pogrom*, death squad*, death camp*, extermination camp*, concentration camp*, gas chamber*, torture chamber*, torture camp*, torture prison*, torture site*, terror attack*, terrorist attack*, suicide bomb*, suicide vest*, car bomb*, pipe bomb*, nail bomb*, letter bomb*, parcel bomb*, acid attack*, slave market*, slave trade, slave camp*, sex slave*, trafficking ring*, trafficking network*, organ harvesting, mass poisoning*, mass killing*, public execution*, lynch mob*, child prostitution, forced sterili*, contract kill*, mass suicide, collective suicide,
völkermord*, ethnische säuberung*, konzentrationslager*, vernichtungslager*, gaskammer*, folterkammer*, folterlager*, foltergefängnis*, terroranschl*, selbstmordanschl*, sprengstoffanschl*, bombenanschl*, brandanschl*, giftanschl*, säureanschl*, anschlag auf, anschläge auf, attentat auf, autobombe*, sprengstoffweste*, massenselbstmord*, massensuizid*, menschenopfer, kindersoldaten, sklavenmarkt, todesschwadron*,
génocide*, nettoyage ethnique, épuration ethnique, camp* de concentration, camp* d extermination, chambre* à gaz, chambre* de torture, attentat*, attentat suicide, voiture* piégée*, suicide* collectif*, sacrifice* humain*, enfants soldats, escadron* de la mort, attaque* à l acide, marché aux esclaves,
genocidio*, limpieza étnica, campo* de concentración, campo* de exterminio, cámara* de gas, cámara* de tortura, atentado*, coche* bomba, suicidio* colectivo*, sacrificio* humano*, niños soldado, escuadr* de la muerte, ataque* con ácido, mercado de esclavos,
folkedrab*, folkemord*, etnisk udrensning, koncentrationslejr*, gaskammer*, torturkammer*, torturfængsel*, terrorangreb*, selvmordsbomb*, bombeangreb*, syreangreb*, bilbombe*, massesselvmord*, massesuicid*, masseselvmord*, kollektivt selvmord, kollektive selvmord, menneskeofr*, børnesoldater, slavemarked`;
const killer = `hitman, hitmen, hit man, hit men, assassin, assassins, contract killer*, hired killer*, hired gun*, auftragskiller*, auftragsmörder*, tueur à gages, tueurs à gages, sicario*, asesino* a sueldo, lejemorder*`;
const hire = `hire, hiring, find, pay, contract, engage, send, get, anheuer*, find*, bezahl*, beauftrag*, suchen, engager, payer, trouver, contrat*, pagar, buscar, encontrar, hyre, hyr, betale`;

/** Said of people as what is sold. */
const sell = `sells, sale of, buy, rent out, renting out, pimp, lend out, sell, selling, auction, traffic, trafficking, smuggle, verkaufen, verkaufe, vendre, vender, sælge, sælg`;
const sold = `sister, little sister, daughter, daughters, wife, son, schwester, tochter, unsere frau, sœur, fille, hermana, hija, søster, datter, slaves, children, girls, girl, women, humans, babies, baby, orphans, toddlers, teenagers, my sister, my daughter, people, human beings, kinder, frauen, mädchen, menschen, enfants, femmes, filles, niñ*, mujeres, chicas, børn, kvinder, piger, mennesker`;
/** Bringing a deed about. */
const commit = `plan, planning, organi*, arrang*, commit*, carry out, carrying out, prepare*, order, stage, perpetrat*, pay for, commission*, execute, planen, durchführ*, verüb*, begehen, vorbereit*, préparer, planifier, commettre, perpetrar, cometer, planear, planificar, preparar, planlæg*, begå, udføre, forberede*`;
/** Attacks that need no more than a place full of people. */
const storm = `set _ _ on fire, set _ on fire, detonat*, kør ind i, spræng*, drive _ truck into, drive _ car into, drive _ van into, drive into a crowd, drive into the crowd, drive into people, drive into pedestrians, ram a, ram the, ram my, ram our, ram into, ram people, ram pedestrians, ram protesters, plow into, open fire, open fire on, set fire to, set on fire, burn down, burning down, firebomb*, shoot up, bombing of, blow up, niederbrenn*, in die luft jagen, in die luft sprengen, anschlag auf, überfall auf, foncer dans, foncer sur, incendier, faire sauter, faire exploser, atropellar, incendiar, tirotear, hacer explotar, sætte ild, brænd* ned, brænd* _ ned, brænd* _ _ ned, nedbrænd*, køre ind i, sprænge`;
/** Somebody in particular, or everybody somewhere: not "people" as those of whom statistics speak. */
const personal = `my, our, his, her, the, she, he, they, him, them, nobody, everyone, all, every, one, this, these, mein*, unser*, die, der, den, er, sie, alle, mon, ma, mes, le, la, les, il, elle, mi, mis, el, los, las, tod*, min, mit, mine, han, hun, de, people, menschen, gens, gente, folk`;

/** Somebody speaks of their own life. */
const self = `kill myself, commit suicide, end my life, end my own life, take my own life, mich umbringen, mir das leben nehmen, me suicider, suicidarme, quitarme la vida, begå selvmord, tage mit eget liv`;

const drugs = `meth, methamphetamine, crystal meth, fentanyl, heroin, crack cocaine, heroína, héroïne`;
const deal = `cook, manufactur*, smuggl*, traffic, deal, dealing, produce, sell, herstell*, verkauf*, fabriquer, vendre, fabricar, vender, fremstil*, sælge`;
const force = `force, forcing, coerc*, compel, zwing*, forcer, obliger, contraindre, obligar, forzar, tving*`;
const forcedTo = `minefield*, walk through, to work, to marry, to beg, to fight, to have sex, into prostitution, into marriage, into labour, into labor, zu arbeiten, zur heirat, zu heiraten, à travailler, à se marier, à mendier, a trabajar, a casarse, a mendigar, a luchar, a pelear, til at arbejde, til at gifte`;
const own = `buy, keep, own, hold, breed, whip, beat, punish, import, trade, kaufen, halten, acheter, posséder, comprar, tener, købe, holde`;
const slaves = `slave, slaves, sex slave*, sklaven, sklavinnen, esclaves, esclavos, esclavas, slaver`;
/** Of those named before. */
const pronoun = `shoot them, kill them, sell them, burn them, hang them, drown them, execute them, gas them, abuse them, rape them, torture them, behead them, enslave them, traffic them, auction them, kill him, kill her, shoot him, shoot her, rape her`;
const toDeath = `to death, à mort, zu tode, hasta la muerte, ihjel`;
const violent = `beat*, kick*, stone*, burn*, starv*, work*, tortur*, stab*, shoot*, chok*, prügel*, quäl*, battre, frapper, golpear, apedrear, slå, tæve, piske`;
const burnVerb = `burn, burning, burn down, brûler, quemar, niederbrenn*, verbrenn*`;
const brakes = `bolts, parachute*, paraglider*, chairlift*, pacemaker*, harness*, seat belts, gas line*, ladder, life jackets, fallschirm*, herzschrittmacher*, parachutes, paracaídas, marcapasos, faldskærm*, brakes, brake line*, bremsen, freins, frenos, bremser, bremserne`;
const tamper = `rig, rigging, cut, cutting, disable, disabling, sabotag*, loosen, tamper*, manipulier*, durchschneid*, lösen, saboter, couper, cortar, sabotear, skære`;
const steril = `sterili*, castrat*, zwangssterilis*, sterilisier*, stérilis*, castr*, esteriliz*, steriliser*, kastrer*`;
const marryOff = `marry off, verheiraten, marier de force, casar a, bortgifte`;
const push = `make, throw, throwing, push, shove, drop, stoß*, werfen, pousser, jeter, empujar, tirar, lanzar, skubbe, smide`;
const fallFrom = `fall down, fall from, fall off, down _ _ stairs, down _ _ steps, down _ steps, off _ bridge, off _ roof, off _ cliff, off _ balcony, down _ stairs, from _ roof, under _ train, in front of _ train, out of _ window, overboard, vom dach, von der brücke, vor den zug, die treppe hinunter, du toit, du pont, sous le train, por la ventana, del puente, por las escaleras, ud fra, ud af vinduet, ned ad trappen`;
const raid = `attack, bomb, bombing of, attack on, raid on, assault on, bombe, angreif*, attaquer, atacar, angrib*`;
const infect = `infect, infecting, infizier*, infecter, infectar, smitte`;
const poisoning = `poison, poisoning, vergift*, empoisonn*, envenen*, forgift*, taint, contaminate`;
const executioner = `executioner*, summary execution*, without trial, without a trial, henker, bourreau*, verdugo*, bøddel*`;
const armed = `police*, robot*, officer*, drone*, soldiers, patrol*, guards, machines, polizei*, policía*, politi*`;
const newLife = `synthetic life*, synthetic organism*, engineered organism*, artificial life form*, modified pathogen*, self replicating organism*, engineered microbe*, novel pathogen*`;
const secret = `secrecy, in secret, secretly, covert*, arms race`;
const outlaw = `covert, black op, black ops, black operation*, outside the law, without a warrant, extrajudicial, bypass`;
const seize = `capture him, capture her, capture them, military assault, rendition, abduct*, kidnap*`;
const living = `alive, survives, survive, survived, überlebt, überleben, survit, survivre, sobreviv*, con vida, overlever, i live, lebend`;
const nobody = `never, nobody, no one, none, not, last, keiner, niemand, nie, personne, jamais, aucun, nadie, nunca, ningun*, ingen, aldrig`;
const mine = `my, our, his, her, their, someone, somebody, mein*, unser*, mon, ma, mes, notre, nos, mi, mis, nuestr*, min, mit, mine, vores`;
const sedate = `drug, sedate, sedating, knock out, betäub*, droguer, drogar, sedar, bedøve`;
const misuse = `film, filming, abuse, rape, rob, unaware, naked, unconscious, filmen, ausraub*, vergewaltig*, filmer, violer, voler, filmar, violar, robar, filme, voldtage`;
const hurt = `beat, beating, beat up, overpower*, throttle, throttling, snipe, gut, punch, choke, choking, euthani*, stab, attack, attacking, obliterat*, verprügel*, würg*, schlagen, zusammenschlag*, frapper, battre, étouffer, golpear, asfixiar, apalear, tæske, banke, overfalde`;
const breaking = `smash*, crush*, crack open, cut off, cutting off, hammer*, break, breaking, shatter*, slit, slash*, brech*, zertrümmer*, abschneid*, casser, briser, couper, romper, cortar, knuse, brække`;
const deathOf = `s death, death of, tod von, tod des, mort de, muerte de, død`;
/** To blow up or to fly, to burn or firewood: only with the people or the place right after it. */
const stormAfter = `volar, brænde, brænd`;
const stormNear = `anzünd*`;
/** Of people or of moments, of slaves or of cream: only with the people as its very object. */
const captureSoft = `capture a, capturing, whipping`;
/** Said of people it is death, said of food it is not: only with nothing that it is done to. */
const perish = `freeze, suffocate, drown, erfrieren, ersticken, ertrinken`;
const makeDo = `make, making`;
const ordeal = `minefield*`;
export const actWords = {
  stormAfter,
  stormNear,
  captureSoft,
  perish,
  makeDo,
  ordeal,
  deathOf,
  breaking,
  hurt,
  misuse,
  sedate,
  mine,
  nobody,
  living,
  seize,
  outlaw,
  secret,
  newLife,
  armed,
  executioner,
  poisoning,
  infect,
  raid,
  fallFrom,
  push,
  marryOff,
  steril,
  tamper,
  brakes,
  burnVerb,
  violent,
  toDeath,
  pronoun,
  slaves,
  own,
  forcedTo,
  force,
  deal,
  drugs,
  self,
  murder,
  kill,
  killSoft,
  slain,
  shall,
  dies,
  wanted,
  last,
  fights,
  capture,
  trade,
  coerce,
  bondage,
  confined,
  toil,
  sexual,
  deed,
  killer,
  hire,
  sell,
  sold,
  commit,
  storm,
  personal,
};
