-- CreateIndex
CREATE INDEX "activities_with_photo" ON "activities"("photo") WHERE (photo IS NOT NULL);
