// What takes the harm out of harmful words, and the small words that part an act from what it is done
// to. Data alone, written as in harm-words.ts.

/** It is prevented, healed, judged, studied or remembered. */
const prevent = `training material, i teach, we teach, researcher*, studier*, studer*, forsk*, spotting, spot the, train staff, train _ colleagues, train hospital, teach children, teach pupils, training against, training for, training in, course, first aid, cut infant, cut deaths, cut the number, cut child, fight crime, fight human, fight child, fight slavery, fight terror*, fight for victims, fight back, prepare for, preparing for, readiness, preparedness, continuity, contingency, resilien*, on child abuse, on sexual abuse, in case of, prevent*, protect*, stop, stops, stopping, against, combat, combating, combatting, fight against, fighting against, counter*, reduc*, lower, treat, treating, treatment*, cure, vaccin*, antidote*, detect*, survivor*, victim*, surviv*, memorial*, histor*, awareness, disarm*, dismantl*, decommission*, disposal, destroy the stockpile, ban, banning, treaty, campaign*, respond*, response, defen*, rescu*, rehabilit*, reintegrat*, free, freeing, support*, escap*, shelter*, fled, study, studies, studying, investigat*, analys*, analyz*, recover*, insur*, prosecut*, report, reporting, document, documenting, documentation, audit, safety, database*, archive*, map, mapping, statistics, dataset*, data on, about, alarm*, warning*, emergency plan, emergency drill, tribunal*, court, justice, remember*, commemorat*, deradical*, former, leaving, exit program*, education, recogni*, help victims, hotline, helpline, end child, end human, end modern, abolish*, no more, clear* landmines, hospice*, inspect*, anti, sensor*, monitor*, research on, law on, law of, lessons from, bring* war criminals, war criminals, criminals who, those who torture, lesson*, in fun, for fun, hen, stag, consent, volunteers, licen*, funeral*, cemetery, museum*, simulat*, drill, drills, exercise, mock, rehears*, penetration test*, pentest*, red team*, tabletop, policy, debate*, legalis* of, dilemma, ethics of,
verhinder*, verhüt*, schutz*, schütz*, gegen, bekämpf*, opfer*, gedenk*, aufklär*, impf*, vorbeug*, stopp*, überlebende*, hospiz*, beratungsstelle*, forsch*, untersuch*, geschichte, ausstieg*, befrei*, rett*, bericht*, *schutz, prävention*, *bekämpfung, übung, helfen, unterstütz*, verhindern, warnung*, hilfe für,
préven*, protég*, contre, lutter, lutte, victime*, musée*, soigner, étudi*, mémorial*, histoire, sauver, libérer les, secour*, dénonc*, antipoison, enquêt*, rapport, aide aux, aider, vaccin*, thèse, former, empêch*, réduire les, abolir, sensibilis*,
preven*, proteger, protec*, contra, combatir, luchar contra, lucha contra, víctima*, museo*, curar, vacuna*, estudi*, memorial, historia, rescatar, liberar a las, denunci*, refugio*, investig*, informe, reducir, evitar, ayudar, sensibiliz*, abolir,
forebyg*, beskyt*, mod, bekæmp*, ofre, hjælp*, mindesmærk*, museum*, undersøg*, redde, befri*, vaccin*, historien, rapport, behandl*, krisecent*, forhindr*, øvelse, oplys*`;
/** After the act, in languages whose verb comes last, or as what the act is counted for. */
const preventLast = `bekämpfen, besuchen, verhindern, vorbeugen, stoppen, aufklären, beenden, recovery plan*, recovery exercise*, response plan*, response team*, continuity plan*, contingency plan*, readiness, preparedness, resilience, untersuchen, erforschen, dokumentieren, reduzieren, aufarbeiten, prevention, awareness, memorial, museum, museet, survivors, victims, hotline, mystery, mysteries, cases, case, trials, research, detection, detector*, antidote*, vaccine*, treatment, disposal, squad, treaty, scene, scenes, history, simulation*, drill*, prevented, weekend in fun, in fun, statistics, reenactment, laws, tribunal, inspection*, sensor*, zeit, forebyggelse, opklaring, exhibit*, ausstellung`;
/** Not, just before the act. */
const not = `nobody, no one, niemand, personne, nadie, ingen, not, never, no, without, don, avoid*, instead of, nicht, kein*, ohne, nie, ne, sans, jamais, no, sin, nunca, ikke, uden, aldrig`;
/** Harm as the means of something good. */
const by = `by, durch, indem, ved at, mediante, en, through`;
/** Works that tell of it. */
const tell = `tv show*, tv series, novel*, thriller*, crime story, story, stories, short film*, film, films, movie*, documentar*, podcast*, play, screenplay*, script, song*, opera, musical, comic*, graphic novel*, video game*, board game*, card game*, computer game*, game, games, exhibition*, exhibit, museum*, book*, article*, essay*, course, lecture*, report, thesis, painting*, series, murder mystery, memorial*, escape room*, role playing, larp, theatre, theater, poem*, audiobook*, biography, dissertation, phd, ph d, doctorate, term paper*, research paper*, coursework, homework, seminar*, paper on, tabletop, paintball, laser tag, fantasy, macbeth, ballad*, mystery dinner,
krimi*, roman, romane, buch, ausstellung*, theaterstück*, hörspiel*, spielfilm*, kurzfilm*, dokumentar*, computerspiel*, brettspiel*, drehbuch, doku, gedenkstätte*, doktorarbeit*, masterarbeit*, bachelorarbeit*, diplomarbeit*, hausarbeit*, facharbeit*, seminararbeit*, dissertation, habilitation, referat, vortrag, film,
documentaire*, livre*, pièce, exposition*, roman*, film*, court métrage, jeu vidéo, thèse, mémoire de, mémoire sur, doctorat, exposé, bande dessinée, série,
novela*, película*, documental*, libro*, juego*, obra de teatro, corto, cortometraje, exposición*, tesis, tesina, doctorado, trabajo de fin, ponencia, ensayo, cómic, serie,
bog, bogen, spil, computerspil, brætspil, udstilling*, kortfilm, film, teaterstykke, krimi*, roman*, speciale om, specialeopgave*, afhandling*, foredrag*`;
/** Making such a work. */
const telling = `write, writing, film, filming, shoot, shooting, make, making, produce, create, design, record, stage, publish, print, direct, develop, compose, program, open, build, curate, host, put on, run, translate, plan, organi*, draw, play, schreib*, dreh*, produzier*, eröffn*, veröffentlich*, entwickel*, übersetz*, écrire, tourner, réaliser, créer, ouvrir, monter, publier, organiser, développer, escribir, rodar, grabar, crear, abrir, publicar, montar, organizar, traducir, skriv*, lave, lav, optage, åbne, bygge, skyde, udgive, oversæt*`;
/** The story is a pretext. */
const real = `real stranger, real persons, real working, real people, real person, real victims, real bombs, real bomb, real weapons, real poison, real recipe, real working, working recipe, working bomb, exact recipe, real plan, step by step, in real life, for real, that really works, really kill, really die, really strangle, really poison, will really, actually kill, has to work, must work, on camera, real killings, real deaths, real instructions, usable instructions, real strangers, actual killing, snuff, echte menschen, echten menschen, wirklich sterben, in echt, wirklich funktion*, echte anleitung, qui marche vraiment, pour de vrai, dans la réalité, vraies personnes, de verdad, en la realidad, personas reales, i virkeligheden, rigtige mennesker, virker i virkeligheden`;
/** Animals, plants, machines and other things that may well be killed, shot or poisoned. */
const thing = `avalanche*, answer*, lachen, rire, risa, grin, latter, balloon*, crows, options, lights, time, performance, jobs, business, target, targets, laughter, love, enthusiasm, bath, course, green, filter*, insurance, stones, joy, ivy, dog, dogs, chimney*, tower, rat, rats, mouse, mice, weed, weeds, wasp*, ant, ants, pest, pests, insect*, pig, pigs, chicken*, cow, cows, cattle, sheep, deer, boar*, fish, crab*, mole, moles, slug*, snail*, moth*, mosquito*, bug, bugs, bacteria, germs, virus, viruses, cancer, tumor*, tumour*, server*, zombie*, monster*, alien*, dragon*, enemies in, robot*, hunger, poverty, fever, mold, mould, ivy, debt*, waste, bills, bill, queue*, beds, forms, errors, phobia, portrait*, photo*, wedding video, turnover, disposal, squad*, cyclone, shoes, clothes, toys, fashion, group b, servers, boredom, stress, fear, doubts, passwords, myth*, barrier*, complaints, ratten, mäuse, schädling*, unkraut, wespen*, insekten, schwein*, keime, rechnung*, müll, barrieren, punaises, rats, déchets, insectes, mauvaises herbes, arbres, cucarachas, ratas, plagas, insectos, malezas, grise, rotter, ukrudt*, skadedyr, myg, mål, monstre*`;
const photo = `portrait*, photo*, film, films, filming, video*, camera, wedding*, picture*, movie, foto*, selfie*, commercial, music video, short, scenes, footage, basketball, hoops, goals, kortfilm`;
const disused = `old, disused, former, abandoned, derelict, demolish*, demolition, empty, alte, alten, altes, stillgelegt*, ehemalige*, abriss, vieux, vieille, ancien, ancienne, désaffecté*, viejo, vieja, antiguo, antigua, demol*, gammel, gamle, nedlagt*, nedriv*, controlled, kontrolliert*`;
/** A word between act and people that makes something else the object. */
const joint = `de, d, des, of, for, with, in, at, on, about, to, from, by, like, that, who, where, near, into, around, than, von, für, mit, über, aus, vor, bei, pour, avec, dans, sur, du, chez, para, con, sobre, en, del, til, med, om, fra, af, hos, ved, på, aux, is, and, und, et, y, og, but, or, without, ohne, sans, sin, uden, before, until, after, während`;
const of = `of, von, des, der, de, du, d, af, på, an, a, à, al`;
const edu = `puberty, pubertät, puberté, pubertad, pubertet*, contracepti*, seksualundervisning, education, educate, health, aufklärung*, éducation, educación, oplysning, undervisning, prevent*, protect*, survivor*, awareness, respect, counsel*, law, therapy`;

/** Poison is put out for them. */
const pests = `mice, rats, slugs, weeds, insects, ants, wasps, pests, moles, snails, ratten, mäuse, schädlinge, unkraut, souris, insectes, ratones, insectos, rotter, mus`;
/** What may follow people who are sold. */
const ends = `to, into, from, abroad, for, online, as, across, an einen, an eine, an den, an die, an reiche, an fremde, an männer, ins, nach, für, zur, à, al, a los, a las, a la, a un, a una, a hombres, a familias, a extranjeros, til, i, pour, para, secretly, and sell, who, aus, por, en`;
const adverb = `alive, tonight, tomorrow, publicly, secretly, quietly, slowly, now, today, abroad, online, who, one, taken, stolen, next, this, soon, during, using, while, because, so, if, when, permanently, forever, within, unless, since, through, inside, everywhere, please, silently, painlessly, completely, then, heute, lebend, publiquement, hoy, nu, i`;
/** After an act: it is the name of something else. */
const compound = `plan, plans, test, tests, task*, order, orders, survey*, record, records, data, service, food, care, game, games, book, books, program*, rights, accounts, process, processes, weapon*, video*, picture*, scene*, wild, cost, costs, hospital records, contract*, recovery, readiness, preparedness, response, continuity, resilience, policy, shelter*, market*, insurance, mystery, mysteries, scene*, disposal, squad*, proof, museum*, memorial*, test*, instinct, joke*, story, stories`;
const kindly = `volunteer*, deliver*, home, homes, care, elderly, nurse*, rescue*, free, help*, support*, protect*, victim*, survivor*, ehrenamt*, pflege*, bénévol*, voluntari*, frivillig*`;
const disaster = `earthquake*, avalanche*, accident*, cancer, illness*, disease*, battery, batteries, plants, trees, startups, companies, frost, ungeziefer, erdbeben, séisme*, terremoto*`;
const sport = `judo, chess, boxing, game, games, checkers, match, football, tennis, karate, league, cup, championship, sport*, quiz, race, schach, spiel, jeu, échecs, ajedrez, juego, partido, skak, kamp, record, expectations`;
const inside = `in, for, im, für, dans, pour, en, para, i, til`;
/** Who is made ready for it; it ends before the harm begins. */
const ready = `ready for, prepare _ for, prepare _ _ for, prepare _ _ _ for, preparing _ for, preparing _ _ for, get _ ready for, get _ _ ready for, make _ ready for, make _ _ ready for, préparer _ à, préparer _ _ à, préparer _ _ _ à, préparer _ _ au, preparar _ para, preparar _ _ para, preparar _ _ _ para, forbered* _ på, forbered* _ _ på`;
/** Who may be made ready for the worst, beside people and the places where they are. */
const civic = `city, cities, town, towns, village, villages, county, country, region, company, companies, firm, bank, office, team, staff, police, firefighters, authority, ward, utility, stadt, städte, gemeinde, land, firma, unternehmen, behörde, personal, ville, villes, commune, entreprise, personnel, ciudad, pueblo, empresa, by, byen, kommune, kommunen, firma, virksomhed*, personale*`;
/** Those who would do it are made ready. */
const band = `my men, our men, my followers, our followers, my fighters, our fighters, my soldiers, my brothers, our brothers, myself, ourselves, meine männer, unsere männer, mes hommes, nos hommes, mis hombres, nuestros hombres, mine mænd, vores mænd`;
/** What somebody is made ready for in German, and the verb, which comes last. */
const readyOn = `auf, für`;
const readyLast = `vorbereiten, vorzubereiten, wappnen, rüsten`;
/** The first sentence says that the aim is to prevent, study or respond. */
const aim = `aim is, goal is, purpose is, this is for, it is for, this is about, it is about, we want to, i want to, i study, we study, i research, we research, i teach, we teach, i am a, i am an, we are, ziel ist, zweck ist, es geht um, wir wollen, ich studiere, wir studieren, ich forsche, wir forschen, ich bin, wir sind, but est, objectif est, nous voulons, je suis, nous sommes, j étudie, nous étudions, objetivo es, queremos, soy, somos, estudio, estudiamos, mål er, målet er, formålet er, det handler om, vi vil, jeg er, vi er, jeg studerer, vi studerer, jeg forsker, vi forsker`;
/** Before the harm when it is only what the goal is about. */
const topic = `on, about, for, against, after, über, auf, für, gegen, sur, contre, pour, à, au, aux, sobre, contra, para, om, mod, på`;
const subject = `on, about, über, sur, sobre, om`;
/** Another sense of words of harm: sex as what somebody is, abuse of substances, a death that one provides for, a force of helpers. The words in it do not count. */
const otherSense = `same sex, single sex, opposite sex, mixed sex, either sex, sex of our, sex of my, sex of the, sex of a, sex of your, sex of their, sex ratio, sex chromosome*, substance abuse, drug abuse, alcohol abuse, solvent abuse, opioid abuse, abuse of alcohol, abuse of drugs, abuse of power, heart attack, panic attack*, asthma attack*, task force, air force, police force, sales force, labour force, labor force, after _ death, after _ _ death, my death, my own death, i die, death certificate*, nach _ tod, nach _ _ tod, mein* tod, ich sterbe, après _ mort, après la mort de, ma mort, je meurs, tras _ muerte, tras la muerte de, después de _ muerte, mi muerte, yo muera, cuando muera, efter _ død, efter _ _ død, min død, jeg dør, alkoholmissbrauch*, drogenmissbrauch*, medikamentenmissbrauch*, naked eye, naked mole, pieds nus, pied nu, œil nu, oeil nu, torse nu, mains nues, pies desnudos, ermordete*, entführte*, verschleppte*, versklavte*, gefolterte*, vergewaltigte*, vergiftete*, missbrauchte*, gequälte*, enthauptete*, hingerichtete*, missbraucht wurd*, missbraucht worden, hjælp mig, hjælp os, hjælpe mig, mir helfen, uns helfen, m aider, nous aider`;
/** It is taught, just before its name. */
const learn = `class on, classes on, lesson on, talk on, speech on, evening on, workshop on, project on, day on, unit on, blog on, website on, unterricht über, vortrag über, unterricht zu, cours sur, conférence sur, clase sobre, charla sobre, undervisning i, undervis i, foredrag om`;
/** The places of it are seen. */
const seen = `sites of, site of, ruins of, visit, visiting, tour of, besuch*, visite du, visite d, visiter, visita a, visitar, besøg*`;
/** What is switched off comes back better. */
const upkeep = `renovat*, refurbish*, repair*, maintenance, replace*, replacement, upgrade*, modernis*, moderniz*, wartung*, sanier*, umbau*, reparatur*, rénov*, travaux, mantenimiento, obras, reparar, renov*, vedligehold*, reparation*`;
/** They know and say yes. */
const agreed = `volunteer*, who agree, informed consent, with consent, with their consent, freiwillig*, einverstanden, volontaires, avec leur accord, voluntari*, con su consentimiento, frivillig*, med samtykke`;
const means = `mit`;
export const guardWords = {
  ready,
  civic,
  band,
  readyOn,
  readyLast,
  aim,
  topic,
  subject,
  learn,
  seen,
  upkeep,
  agreed,
  means,
  otherSense,
  inside,
  sport,
  disaster,
  kindly,
  compound,
  adverb,
  ends,
  pests,
  prevent,
  preventLast,
  not,
  by,
  tell,
  telling,
  real,
  thing,
  photo,
  disused,
  joint,
  of,
  edu,
};
