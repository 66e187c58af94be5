"""Questions as people type them at a table: terse, misspelt, inflected, without accents, in either language.

Each question has the facts, decisions and values that answer it: the first result must cite one of them.
Where
no variant is named, any variant’s answer will do. The first forty were written before the search was tuned;
the
twenty new ones much later, from the rules’ prose alone: the search was not tuned to them.
"""

ENGLISH = {
    "vandatta last card": "V28 V30 PG34 GV9",
    "can I play an 8 on an ace": "V25 PG27 GV8",
    "who deals next": "V13 SP2 DO8 GK6",
    "what is a king worth swedish pursuit": "SP32 swedish_pursuit.points.K",
    "can you end on a ten": "DO37 GD9",
    "derange how many cards": "DO9 DO11",
    "vatikan how many jokers": "VK3 GK2",
    "swap a joker vatican": "VK26 GK9",
    "queen changes direction": "SP21",
    "forgot to say last card": "V29 PG35 SP25",
    "what happens when the stock is empty derange": "GD2",
    "two on a two pursuit": "SP22 GS3 GS4",
    "how much is an eight in derange": "DO42 derange.points.8",
    "first meld vatikan": "VK21 GK10",
    "folow me cant follow": "DO35 DO36 GD13",
    "fliped king who starts": "DO25 GD5",
    "vandatta tie for lowest": "GV15",
    "vatikan ace high or low": "VK14 VK10 GK7",
    "do i have to play if i can": "SP17 GS17",
    "how many cards can I draw vandatta": "V22 PG22",
}

SWEDISH = {
    "åtta på ess": "V25 PG27 GV8",
    "hur många kort delas ut derange": "DO9 DO11",
    "tvåa på tvåa": "SP22 GS3 GS4 DO28",
    "joker byta vatikan": "VK26 GK9",
    "vem ger först": "GV13 SP1 DO7 VK7 GS21",
    "lappen": "PG34 GV9",
    "glömt säga sista kortet": "V29 PG35 SP25",
    "vad är kungen värd i derange": "DO45 derange.points.K",
    "får man gå ut på en trea": "DO37 GD9",
    "damen vänder": "SP21",
    "ess poäng vandatta": "V36 PG39 vandatta.points.A vandatta_pagat.points.A",
    "talongen tar slut swedish pursuit": "SP16 GS14",
    "hur manga spelare vatikan": "VK2",
    "flera kort samtidigt vändåtta": "PG13 GV5 PG14",
    "hur många kort måste ett utlägg ha": "VK12",
    "vem börjar om en kung vänds upp": "DO25 GD5",
    "lika poäng vem vinner": "GV15 GS13 GD17",
    "måste jag dra om jag kan lägga": "V20 PG20 SP17 GS17 GD21",
    "atta pa atta": "V26 PG29 GV8",
    "plocka i andras utlägg vatikan": "VK23 VK24",
}

NEW_ENGLISH = {
    "what if the draw pile runs out": "GV14 GD2 SP16 GK4",
    "swaping a joker": "VK26",
    "can i win with an ace": "V32 PG32",
    "forgot to say last card": "SP25 V29 PG35",
    "two players king": "DO26",
    "how many cards each": "V4 PG6 DO9 SP4 VK8",
    "who chekcs the points": "SP28",
    "playing sevral cards together": "V27 PG13",
    "how much is a quen": "DO47 SP32",
    "finishing on a ten": "DO37",
}

NEW_SWEDISH = {
    "ess sta over": "SP20",
    "glömde säga lappen": "PG35 V29",
    "vem börjar": "V16 PG10 DO25 GS5 VK19",
    "hur många poäng är åttorna värda": "V35 PG38 DO42 SP29 vandatta.points.8 vandatta_pagat.points.8",
    "flera jokrar i samma stege": "GK8",
    "kan man gå ut med en kung": "GD16",
    "talången slut": "GV14 GD2 SP16 GK4",
    "oavgjort": "GV15 GD17 GS13 GK16",
    "sluta med en tvåa kedjan": "DO32",
    "bygga pa andras utlag": "VK24",
}
